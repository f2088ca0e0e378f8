import MediaTime

extension MediaProbe {
    /// Decodes a video stream and hands over its frames one by one, in order; only one is held in memory.
    ///
    /// - Parameters:
    ///   - stream: which of the video streams, from 0.
    ///   - body: gets each frame as a plane of brightness.
    /// - Throws: ``ServerError`` when the stream cannot be read, or ffmpeg and ffprobe do not find as many frames;
    ///   and what `body` throws, which ends the reading.
    public func readFrames(ofVideo stream: Int = 0, _ body: (ProbedFrame) throws -> Void) throws {
        let videos = try streams().filter { $0.kind == "video" }
        guard videos.indices.contains(stream) else {
            throw ServerError("\(path) has no video stream \(stream).")
        }
        let shape = PlaneShape(width: videos[stream].width, height: videos[stream].height)
        let times = try frameTimes(of: "v:\(stream)")
        let decoder = try ffmpeg([
            "-map", "0:v:\(stream)", "-f", "rawvideo", "-pix_fmt", "gray", "-fps_mode", "passthrough", "-enc_time_base",
            "-1",
        ])
        defer { decoder.kill() }
        var pixels = [UInt8](repeating: 0, count: shape.width * shape.height)
        var count = 0
        while decoder.read(into: &pixels) == pixels.count {
            guard count < times.count else { break }
            try body(ProbedFrame(index: count, time: times[count], shape: shape, pixels: pixels))
            count += 1
        }
        try decoder.finish()
        guard count == times.count else {
            throw ServerError("ffmpeg decodes \(count) frames of \(path), ffprobe \(times.count).")
        }
    }

    /// The clock of each frame of a video stream.
    ///
    /// - Parameters:
    ///   - placement: where the barcode stands on the canvas that was recorded.
    ///   - stream: which of the video streams, from 0.
    public func clocks(at placement: BarcodePlacement, ofVideo stream: Int = 0) throws -> [FrameClock] {
        var clocks: [FrameClock] = []
        try readFrames(ofVideo: stream) { frame in
            clocks.append(FrameClock(time: frame.time, clock: frame.barcode(at: placement)?.value))
        }
        return clocks
    }
}

/// A decoded frame as a plane of brightness.
public struct ProbedFrame: Sendable {
    /// Which frame of the stream it is, from 0.
    public let index: Int
    /// When it is shown.
    public let time: MediaTime
    /// How the pixels lie.
    public let shape: PlaneShape
    /// The pixels, a byte each.
    public let pixels: [UInt8]

    /// The barcode that stands at a place of the canvas, or `nil` when it cannot be read.
    public func barcode(at placement: BarcodePlacement) -> Barcode? {
        BarcodeReader(shape: shape, placement: placement).barcode(in: pixels.span)
    }
}
