/// A file that holds an image: PNG, JPEG and the like; of an animation its first.
package enum StillImage {
    /// A file that gives no frame after so many packets is none.
    private static let maxPackets = 64

    /// - Parameters:
    ///   - name: what to call it in errors.
    ///   - maxPixels: a larger frame is refused.
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
