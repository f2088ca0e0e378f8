import MediaTime

extension MediaProbe {
    /// Decodes a video stream and passes its frames to `body` one by one, in order. Only one is in memory.
    ///
    /// - Parameters:
    ///   - stream: The number of the video stream, from 0.
    ///   - body: Receives each frame as a luma plane.
    /// - Throws: ``ServerError`` if the stream cannot be read, or if ffmpeg and ffprobe find different numbers of
    ///   frames. An error of `body` ends the reading and is thrown.
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

    /// Returns the clock of each frame of a video stream.
    ///
    /// - Parameters:
    ///   - placement: The position of the barcode on the recorded canvas.
    ///   - stream: The number of the video stream, from 0.
    public func clocks(at placement: BarcodePlacement, ofVideo stream: Int = 0) throws -> [FrameClock] {
        var clocks: [FrameClock] = []
        try readFrames(ofVideo: stream) { frame in
            clocks.append(FrameClock(time: frame.time, clock: frame.barcode(at: placement)?.value))
        }
        return clocks
    }
}

/// A decoded frame as a luma plane.
public struct ProbedFrame: Sendable {
    /// The number of the frame in the stream, from 0.
    public let index: Int
    /// The presentation time.
    public let time: MediaTime
    /// The layout of the pixels.
    public let shape: PlaneShape
    /// The pixels, one byte each.
    public let pixels: [UInt8]

    /// Returns the barcode at a position of the canvas, or nil if it cannot be read.
    public func barcode(at placement: BarcodePlacement) -> Barcode? {
        BarcodeReader(shape: shape, placement: placement).barcode(in: pixels.span)
    }
}

extension MediaProbe {
    /// Plays a live stream, and compares the clock of each frame with the instant at which it was decoded.
    ///
    /// - Parameters:
    ///   - placement: The position of the barcode on the recorded canvas.
    ///   - count: The number of frames to play.
    /// - Returns: The delays from the screen to the decoded frame, in seconds.
    /// - Throws: ``ServerError`` if the stream ends before.
    public func liveDelays(at placement: BarcodePlacement, width: Int, height: Int, count: Int) throws -> [Double] {
        let shape = PlaneShape(width: width, height: height)
        let decoder = try ffmpeg(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray", "-fps_mode", "passthrough"])
        defer { decoder.kill() }
        var pixels = [UInt8](repeating: 0, count: width * height)
        return try (0..<count).compactMap { number in
            guard decoder.read(into: &pixels) == pixels.count else {
                throw ServerError("\(path) ended after \(number) frames: \(decoder.errors)")
            }
            let now = MonotonicClock.microseconds
            let clock = BarcodeReader(shape: shape, placement: placement).barcode(in: pixels.span)?.value
            return clock.map { Double(now) / 1e6 - Double($0) / 1e6 }
        }
    }
}
