import FFmpeg

/// Where a renderer's pictures go, in decoding order, their times in ticks of the output.
protocol PictureOutput: AnyObject {
    /// Begins: all pictures are coded like this.
    func begin(_ parameters: CodecParameters) throws
    /// Takes the next picture.
    /// - Throws: `ExportError.cancelled` where no more is wanted.
    func write(_ packet: Packet) throws
    /// Says that there are no more.
    func finish() throws
    /// Called while there are no pictures yet.
    /// - Throws: as `write`.
    func checkCancellation() throws
}

extension PictureOutput {
    func checkCancellation() {}
}
