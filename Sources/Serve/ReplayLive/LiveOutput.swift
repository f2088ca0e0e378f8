package import FFmpeg
package import Files
import Glibc
import HLSOutput
import MediaTime
package import ReplayBroadcast
import ReplayCast

/// The output to viewers: a live presentation in parts, and its server.
package final class LiveOutput: CastOutput {
    private let stream: LowLatencyStream
    private let server: LiveServer
    private let events: EventFollower
    private var pause = PauseState()
    private var packets: TrackPackets
    package private(set) var frames = 0

    /// The time without a request after which viewers have fetched everything, and the longest time to wait for that.
    private static let (quiet, longest) = (Duration.seconds(2), Duration.seconds(10))

    /// - Parameter folder: The recording's folder, whose file system gets the media.
    /// - Throws: `FFmpegError`, `FileSystemError`.
    package init(_ endpoint: ListenAddress, window: Int, streams: [StreamInfo], in folder: Directory) throws {
        packets = try TrackPackets(streams, subject: "the server")
        stream = try LowLatencyStream(
            video: packets.video, audio: packets.audio, window: window, in: folder)
        server = try LiveServer(stream.presentation, comments: LiveComments(in: folder), at: endpoint)
        events = EventFollower(in: folder)
    }

    deinit { server.stop() }

    package var publicURL: String? { server.address }

    package func write(_ packet: Packet) throws {
        let sorted = packets.sorted(packet)
        for video in sorted.video { try stream.write(video: video, isAfterGap: sorted.isAfterGap) }
        for audio in sorted.audio { try stream.write(audio: audio) }
        frames += sorted.video.count
    }

    package func noteGap() { packets.noteGap() }

    // Each part is available when it is complete.
    package func flush() {}

    package var followsClock: Bool { true }

    package func update() throws {
        pause.follow(events.next())
        stream.presentation.isPaused = pause.isPaused
        try stream.tick()
    }

    package func setSuspended(_ isSuspended: Bool) {
        pause.isBroadcastPaused = isSuspended
        stream.presentation.isPaused = pause.isPaused
    }

    package func finish(recordingEnded: Bool) throws { try stream.finish() }

    package func linger(while isWanted: () -> Bool) {
        let deadline = HostTime.now + Self.longest
        while isWanted(), HostTime.now < deadline, server.activity.isRecent(within: Self.quiet) {
            stream.presentation.wake()
            usleep(100_000)
        }
    }

    package var bytes: Int64 { server.activity.bytes }

    package var viewers: Int? { server.activity.viewers }
}
