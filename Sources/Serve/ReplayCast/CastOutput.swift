package import FFmpeg
package import Files
package import ReplayBroadcast

/// The output of a connection, which gets the recording's packets.
package protocol CastOutput: AnyObject {
    /// Writes a packet of the movie, with its times in ticks of its stream there. A packet of a track that is not sent,
    /// or before the first frame, is ignored.
    /// - Returns: True if the packet was written.
    func write(_ packet: Packet) throws -> Bool

    /// Writes everything buffered to the target.
    func flush() throws

    /// Follows the clock. It is called at least every 100 ms if `followsClock` is true.
    func tick() throws

    /// Adapts to the network.
    /// - Parameter backlog: The time from the last frame sent to the newest one.
    func follow(backlog: Duration)

    /// Completes the output.
    func finish() throws

    /// Waits until viewers have fetched the end, at most while they are wanted.
    func linger(while isWanted: () -> Bool)

    /// The number of bytes written.
    var bytes: Int64 { get }

    /// The bit rate of the output's own encoder in bits per second; nil if the recording's packets are sent.
    var encodingRate: Int? { get }

    /// True if the output must also act while nothing is recorded.
    var followsClock: Bool { get }

    /// The public address for viewers, if the output makes one.
    var publicURL: String? { get }
}

extension CastOutput {
    package func tick() {}

    package func follow(backlog: Duration) {}

    package var encodingRate: Int? { nil }

    package func linger(while isWanted: () -> Bool) {}

    package var followsClock: Bool { false }

    package var publicURL: String? { nil }
}

/// A function that makes the output to viewers: at an address, with a window in seconds, for the streams of a movie. The
/// media are stored on the file system of the folder.
package typealias ViewerOutput =
    @Sendable (_ address: ListenAddress, _ window: Int, _ streams: [StreamInfo], _ folder: Directory) throws ->
    any CastOutput
