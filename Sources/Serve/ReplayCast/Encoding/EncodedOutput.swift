import FFmpeg
import MediaTime
import ReplayBroadcast

/// An output whose screen is encoded for the target. The audio is passed on. Use it from one thread.
final class EncodedOutput: CastOutput {
    private let output: any CastOutput
    private let encoder: ScreenEncoder
    private let streams: [StreamInfo]
    private let screen: Int
    private let hasAudio: Bool
    private var control: BitRateControl
    /// The time of the last frame, and the clock when it came, to follow a recording without audio.
    private var lastFrame: (time: MediaTime, arrival: HostTime)?

    /// The time by which frames may come later than audio.
    private static let lag = MediaTime(value: 50, timescale: 1000)
    /// The maximum delay of a frame, and the maximum time between two frames of a recording.
    private static let (delay, longest) = (Duration.milliseconds(300), Duration.milliseconds(2500))

    /// - Parameters:
    ///   - streams: The streams of the movie.
    ///   - open: Opens the output for streams, of which one is the encoder's.
    /// - Throws: `FFmpegError` if the movie has no video, and the errors of `open`.
    init(
        _ streams: [StreamInfo], limits: BroadcastService.Limits, open: ([StreamInfo]) throws -> any CastOutput
    ) throws {
        guard let screen = streams.firstIndex(where: { $0.kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "encode", subject: "the recording")
        }
        encoder = try ScreenEncoder(streams[screen], limits: limits)
        var sent = streams
        sent[screen] = encoder.stream
        (self.streams, self.screen) = (streams, screen)
        hasAudio = streams.contains { $0.kind == .audio }
        control = BitRateControl(limit: encoder.bitRate, at: .now)
        output = try open(sent)
    }

    func write(_ packet: Packet) throws {
        let stream = streams[packet.streamIndex]
        let time = MediaTime(ticks: packet.pts ?? 0, in: stream.timeBase) ?? .zero
        guard packet.streamIndex == screen else {
            if stream.kind == .audio { try send(encoder.packets(until: time - Self.lag)) }
            return try output.write(packet)
        }
        lastFrame = (time, .now)
        try send(encoder.packets(until: packet))
    }

    private func send(_ packets: [Packet]) throws { for packet in packets { try output.write(packet) } }

    var followsClock: Bool { true }

    func update() throws {
        guard !hasAudio, let (time, arrival) = lastFrame else { return }
        let passed = .now - arrival
        guard passed > Self.delay, passed < Self.longest else { return }
        // Milliseconds and the movie's ticks have a common timescale; nanoseconds have none.
        let later = MediaTime(value: (passed - Self.delay).nanoseconds / 1_000_000, timescale: 1000)
        try send(encoder.packets(until: time + later))
        try flush()
    }

    func follow(backlog: Duration) {
        if let rate = control.update(backlog: backlog, at: .now) { encoder.setBitRate(rate) }
    }

    func flush() throws { try output.flush() }

    func finish(recordingEnded: Bool) throws { try output.finish(recordingEnded: recordingEnded) }

    var bytes: Int64 { output.bytes }

    var frames: Int { output.frames }

    var encodingRate: Int? { control.rate }
}
