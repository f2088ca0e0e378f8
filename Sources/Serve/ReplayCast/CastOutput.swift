package import FFmpeg
package import Files
package import MediaTime
package import ReplayBroadcast

/// The output of a connection, which gets the recording's packets.
package protocol CastOutput: AnyObject {
    /// Writes a packet of the movie, with its times in ticks of its stream there. A packet of a track that is not sent,
    /// or before the first frame, is ignored.
    func write(_ packet: Packet) throws

    /// Writes everything buffered to the target.
    func flush() throws

    /// Does what is due apart from packets. It is called at least twice per second, and every 100 ms if `followsClock`.
    /// - Throws: The target's failure.
    func update() throws

    /// Adapts to the network.
    /// - Parameter backlog: The time from the last frame sent to the newest one.
    func follow(backlog: Duration)

    /// Tells the target that packets were left out. The next packets begin with a keyframe, or audio at its time.
    func noteGap()

    /// Tells the target that nothing is sent, or that something is sent again.
    func setSuspended(_ isSuspended: Bool)

    /// Completes the output.
    /// - Parameter recordingEnded: True if the recording has ended, false if a user ended the broadcast.
    func finish(recordingEnded: Bool) throws

    /// Waits until viewers have fetched the end, at most while they are wanted.
    func linger(while isWanted: () -> Bool)

    /// Frees everything that the output owns outside of this process, and ends an output that failed.
    func close()

    /// The number of bytes written, or sent to viewers.
    var bytes: Int64 { get }

    /// The number of video frames written.
    var frames: Int { get }

    /// The number of video frames that the target was too slow for.
    var droppedFrames: Int { get }

    /// The time since which the target has taken nothing; nil if it takes data.
    var busySince: HostTime? { get }

    /// The bit rate of the output's own encoder in bits per second; nil if the recording's packets are sent.
    var encodingRate: Int? { get }

    /// True if the output must also act while nothing is recorded.
    var followsClock: Bool { get }

    /// The public address for viewers, if the output makes one.
    var publicURL: String? { get }

    /// The number of viewers now, if the output serves them.
    var viewers: Int? { get }
}

extension CastOutput {
    package func update() {}
    package func follow(backlog: Duration) {}
    package func noteGap() {}
    package func setSuspended(_ isSuspended: Bool) {}
    package func linger(while isWanted: () -> Bool) {}
    package func close() {}
    package var droppedFrames: Int { 0 }
    package var busySince: HostTime? { nil }
    package var encodingRate: Int? { nil }
    package var followsClock: Bool { false }
    package var publicURL: String? { nil }
    package var viewers: Int? { nil }
}

/// A function that makes the output to viewers: at an address, with a window in seconds, for the streams of a movie. The
/// media are stored on the file system of the folder.
package typealias ViewerOutput =
    @Sendable (_ address: ListenAddress, _ window: Int, _ streams: [StreamInfo], _ folder: Directory) throws ->
    any CastOutput
