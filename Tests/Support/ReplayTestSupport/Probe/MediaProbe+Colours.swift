import MediaTime

extension MediaProbe {
    /// Returns, for each frame of the first video stream, the number of pixels close to a colour.
    ///
    /// - Parameters:
    ///   - colour: The colour, as 0xRRGGBB.
    ///   - tolerance: The largest difference of red, green and blue each.
    public func pixels(
        of colour: UInt32, tolerance: Int = 24
    ) throws -> [(time: MediaTime, count: Int)] {
        let wanted = [colour >> 16 & 0xFF, colour >> 8 & 0xFF, colour & 0xFF].map { Int($0) }
        return try readColours { time, pixels in
            let count = stride(from: 0, to: pixels.count, by: 3).count { start in
                (0..<3).allSatisfy { abs(Int(pixels[start + $0]) - wanted[$0]) <= tolerance }
            }
            return (time, count)
        }
    }

    /// Returns, for each frame of the first video stream, the colour of a pixel: red, green and blue.
    public func colours(x: Int, y: Int) throws -> [(time: MediaTime, colour: [Int])] {
        let width = try streams().first { $0.kind == "video" }?.width ?? 0
        return try readColours { time, pixels in
            let start = (y * width + x) * 3
            return (time, pixels[start..<start + 3].map { Int($0) })
        }
    }

    private func readColours<Result>(_ body: (MediaTime, [UInt8]) -> Result) throws -> [Result] {
        guard let video = try streams().first(where: { $0.kind == "video" }) else {
            throw ServerError("\(path) has no video stream.")
        }
        let times = try frameTimes(of: "v:0")
        let decoder = try ffmpeg([
            "-map", "0:v:0", "-vf", "scale=in_color_matrix=bt709", "-f", "rawvideo", "-pix_fmt", "rgb24", "-fps_mode",
            "passthrough", "-enc_time_base", "-1",
        ])
        defer { decoder.kill() }
        var pixels = [UInt8](repeating: 0, count: video.width * video.height * 3)
        var results: [Result] = []
        while decoder.read(into: &pixels) == pixels.count, results.count < times.count {
            results.append(body(times[results.count], pixels))
        }
        try decoder.finish()
        guard results.count == times.count else {
            throw ServerError("ffmpeg decodes \(results.count) frames of \(path), ffprobe \(times.count).")
        }
        return results
    }
}
