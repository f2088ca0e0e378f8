/// FFmpeg's send/receive loop for one packet or frame that a codec is given: all that comes of it, piece by piece.
///
/// The pieces are pulled and not given to a closure, so that the caller may throw errors of its own between them. To be
/// pulled until nil: a piece that is left behind comes of what the codec is given next.
package struct SendReceive<Output>: ~Copyable {
    private let send: () throws(FFmpegError) -> Bool
    private let receive: () throws(FFmpegError) -> CodecOutput<Output>
    private var isTaken = false

    /// - Parameters:
    ///   - send: gives the codec its input; false where it takes none before its output has been taken.
    ///   - receive: takes the next piece.
    init(
        send: @escaping () throws(FFmpegError) -> Bool,
        receive: @escaping () throws(FFmpegError) -> CodecOutput<Output>
    ) {
        self.send = send
        self.receive = receive
    }

    /// The next piece; nil where there is none before the codec has been given more.
    package mutating func next() throws(FFmpegError) -> Output? {
        while true {
            if !isTaken { isTaken = try send() }
            if case .next(let piece) = try receive() { return piece }
            if isTaken { return nil }
        }
    }
}

/// What a codec gives when asked for its next piece.
package enum CodecOutput<Element> {
    /// The next piece.
    case next(Element)
    /// Nothing before it has been given more.
    case again
    /// Nothing any more: it was told of the end and has given all.
    case end
}

extension CodecOutput: Sendable where Element: Sendable {}
