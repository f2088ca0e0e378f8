/// A file that holds a picture: PNG, JPEG and the like; of an animation its first.
package enum StillPicture {
    /// A file that gives no picture after so many packets is none.
    private static let mostPackets = 64

    /// - Parameters:
    ///   - name: what to call it in errors.
    ///   - mostPixels: a larger picture is refused.
    package static func read(_ io: FileIO, name: String, mostPixels: Int) throws(FFmpegError) -> Frame {
        let demuxer = try Demuxer.open(io, name: name, as: .picture)
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "read", subject: name)
        }
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase, mostPixels: mostPixels)
        for _ in 0..<mostPackets {
            let packet = try demuxer.read()
            guard packet == nil || packet?.streamIndex == stream.index else { continue }
            _ = try decoder.send(packet)
            if case .next(let frame) = try decoder.receive() { return frame }
            if packet == nil { break }
        }
        throw FFmpegError(.invalidData, operation: "read", subject: name)
    }
}
