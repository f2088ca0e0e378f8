/// FFmpeg's send/receive loop for one input of a codec: an iterator of the resulting packets or frames.
///
/// The caller pulls the output, instead of passing a closure, so that it can throw its own errors in between. Call
/// `next()` until it returns nil: output that is left mixes with the output of the next input.
package struct SendReceive<Output>: ~Copyable {
    private let send: () throws(FFmpegError) -> Bool
    private let receive: () throws(FFmpegError) -> CodecOutput<Output>
    private var isTaken = false

    /// Creates the loop.
    /// - Parameters:
    ///   - send: Sends the input to the codec. Returns false if output must be received first.
    ///   - receive: Receives the next output.
    init(
        send: @escaping () throws(FFmpegError) -> Bool,
        receive: @escaping () throws(FFmpegError) -> CodecOutput<Output>
    ) {
        self.send = send
        self.receive = receive
    }

    /// Returns the next output, or nil if the codec needs more input.
    package mutating func next() throws(FFmpegError) -> Output? {
        while true {
            if !isTaken { isTaken = try send() }
            if case .next(let piece) = try receive() { return piece }
            if isTaken { return nil }
        }
    }
}
