import FFmpeg

/// The output of a connection, which gets the recording's packets.
protocol CastOutput: AnyObject {
    /// Writes a packet of the movie, with its times in ticks of its stream there. A packet of a track that is not sent,
    /// or before the first frame, is ignored.
    /// - Returns: True if the packet was written.
    func write(_ packet: Packet) throws -> Bool

    /// Writes everything buffered to the target.
    func flush() throws

    /// Completes the output.
    func finish() throws

    /// The number of bytes written.
    var bytes: Int64 { get }
}
