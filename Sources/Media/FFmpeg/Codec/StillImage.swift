/// A reader of image files such as PNG and JPEG. It reads the first frame of an animation.
package enum StillImage {
    /// The maximum number of packets without a frame, after which the file is not an image.
    private static let maxPackets = 64

    /// Reads the image. Throws an error if the file has no video stream or no frame.
    /// - Parameters:
    ///   - name: The file's name for errors.
    ///   - maxPixels: The maximum frame size; a larger frame is refused.
    package static func read(_ io: IOContext, name: String, maxPixels: Int) throws(FFmpegError) -> Frame {
        let demuxer = try Demuxer.open(io, name: name, as: .frame)
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "read", subject: name)
        }
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase, maxPixels: maxPixels)
        for _ in 0..<maxPackets {
            let packet = try demuxer.read()
            guard packet == nil || packet?.streamIndex == stream.index else { continue }
            var frames = decoder.frames(of: packet)
            if let frame = try frames.next() { return frame }
            if packet == nil { break }
        }
        throw FFmpegError(.invalidData, operation: "read", subject: name)
    }
}
