import FFmpeg
import MediaTime

/// The output of a connection, which gets the recording's packets.
protocol CastOutput: AnyObject {
    /// Writes a packet of the movie, with its times in ticks of its stream there. A packet of a track that is not sent,
    /// or before the first frame, is ignored.
    func write(_ packet: Packet) throws

    /// Writes everything buffered to the target.
    func flush() throws

    /// Does what is due apart from packets. It is called at least twice per second.
    /// - Throws: The target's failure.
    func update() throws

    /// Tells the target that nothing is sent, or that something is sent again.
    func setSuspended(_ isSuspended: Bool)

    /// Completes the output.
    /// - Parameter recordingEnded: True if the recording has ended, false if a user ended the broadcast.
    func finish(recordingEnded: Bool) throws

    /// Frees everything that the output owns outside of this process.
    func close()

    /// The number of bytes written.
    var bytes: Int64 { get }

    /// The number of video frames written.
    var frames: Int { get }

    /// The number of video frames that the target was too slow for.
    var droppedFrames: Int { get }

    /// The time since which the target has taken nothing; nil if it takes data.
    var busySince: HostTime? { get }
}

extension CastOutput {
    func update() {}
    func setSuspended(_ isSuspended: Bool) {}
    func close() {}
    var droppedFrames: Int { 0 }
    var busySince: HostTime? { nil }
}
