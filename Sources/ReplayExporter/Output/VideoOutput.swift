import FFmpeg

/// Where a renderer's frames go, in decoding order, their times in ticks of the output.
protocol VideoOutput: AnyObject {
    /// Begins: all frames are coded like this.
    func begin(_ parameters: CodecParameters) throws
    /// Takes the next frame.
    /// - Throws: `ExportError.cancelled` where no more is wanted.
    func write(_ packet: Packet) throws
    /// Says that there are no more.
    func finish() throws
    /// Called while there are no frames yet.
    /// - Throws: as `write`.
    func checkCancellation() throws
}

extension VideoOutput {
    func checkCancellation() {}
}
