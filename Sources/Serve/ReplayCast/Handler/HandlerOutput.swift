import AudioSources
import Descriptors
import FFmpeg
import Glibc
import MediaTime
import ReplayBroadcast
import ReplayBroadcastHandler
import ReplayErrors
import ReplayLibrary
import ReplayMovie

/// The output to a handler program, which gets decoded frames and audio. Use it from one thread.
///
/// Each packet is decoded. If the handler has all buffers, only the newest frame is kept, and sent when it releases one.
final class HandlerOutput: CastOutput {
    private let supervisor: HandlerSupervisor
    private let interruption: Interruption
    private let memories: [FrameMemory]
    private let decoder: Decoder
    private let video: Int
    private let timeBases: [Rational]
    private let audio: [Int: HandlerAudio]
    private let events: EventFollower
    private var waitingEvents = EventQueue()
    private var pause = HandlerPause()
    /// The newest frame, which no buffer is free for yet.
    private var newest: Frame?

    private(set) var bytes: Int64 = 0
    private(set) var frames = 0
    private(set) var droppedFrames = 0

    /// The time in which a handler gets a buffer free for the last frame.
    private static let lastFrameLimit = Duration.seconds(2)
    /// The interval at which a wait looks for an interruption.
    private static let step = Duration.milliseconds(50)

    /// Starts a handler, and waits until it is ready.
    /// - Parameter onChange: Called on another thread when `update()` has something to do.
    /// - Throws: `BroadcastFailure`, `FFmpegError`, `FileSystemError`, `ThreadError`.
    init(
        _ path: String, configuration: BroadcastController.Configuration, recording: Recording, streams: [StreamInfo],
        interruption: Interruption, onChange: @escaping @Sendable () -> Void
    ) throws {
        guard let video = streams.firstIndex(where: { $0.kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "read", subject: recording.displayName)
        }
        let screen = streams[video]
        (self.video, self.interruption) = (video, interruption)
        timeBases = streams.map(\.timeBase)
        decoder = try Decoder.open(screen.parameters, timeBase: screen.timeBase)
        let kinds = Self.audioKinds(of: streams)
        audio = try kinds.reduce(into: [:]) { $0[$1.key] = try HandlerAudio(streams[$1.key], kind: $1.value) }
        let memories = try (0..<HandlerExchange.bufferCount).map { buffer in
            try FrameMemory(
                FrameLayout(buffer: buffer, width: screen.parameters.width, height: screen.parameters.height))
        }
        self.memories = memories
        events = EventFollower(in: recording.folder)
        supervisor = try HandlerSupervisor(
            .init(
                path: path, memoryLimit: configuration.handlerMemory,
                framesSize: memories.reduce(0) { $0 + Int64($1.layout.size) }),
            memories: memories, onChange: onChange)
        begin(
            BroadcastSetupInfo(
                recording: "\(recording.id)", name: recording.displayName,
                tracks: Self.tracks(of: streams, video: video, audio: kinds), values: configuration.setup,
                memoryLimit: configuration.handlerMemory), skipsMarks: !configuration.beginsAtStart)
        do {
            try awaitReadiness()
        } catch {
            supervisor.close()
            throw error
        }
    }

    /// Returns the tracks with the sources' own audio. A mix is not sent.
    private static func audioKinds(of streams: [StreamInfo]) -> [Int: BroadcastSampleKind] {
        streams.enumerated().reduce(into: [:]) { kinds, stream in
            guard stream.element.kind == .audio, let source = AudioSource(trackTitle: stream.element.title) else {
                return
            }
            kinds[stream.offset] = source == .application ? .applicationAudio : .microphone
        }
    }

    private static func tracks(
        of streams: [StreamInfo], video: Int, audio: [Int: BroadcastSampleKind]
    ) -> [BroadcastSetupInfo.Track] {
        var screen = BroadcastSetupInfo.Track(.video)
        (screen.width, screen.height) = (streams[video].parameters.width, streams[video].parameters.height)
        return [screen]
            + audio.sorted { $0.key < $1.key }.map { index, kind in
                var track = BroadcastSetupInfo.Track(kind)
                track.sampleRate = streams[index].parameters.sampleRate
                track.channels = streams[index].parameters.channelCount
                return track
            }
    }

    /// Sends the first messages.
    /// - Parameter skipsMarks: True if marks were set before the broadcast began.
    private func begin(_ setup: BroadcastSetupInfo, skipsMarks: Bool) {
        var event = HandlerEvent(.started)
        event.setup = setup
        send(event)
        let earlier = events.next()
        guard skipsMarks else { return waitingEvents.add(earlier, at: .now) }
        for event in earlier where event.kind != .mark { handle(event) }
    }

    private func awaitReadiness() throws {
        while supervisor.read({ !$0.exchange.isReady && !$0.isGone }) {
            supervisor.wait(for: Self.step) { $0.exchange.isReady }
            try checkFailure()
        }
        try checkFailure()
    }

    /// - Throws: `BroadcastFailure` if the handler has failed, or if the connection is interrupted.
    private func checkFailure() throws {
        if let failure = supervisor.read({ $0.failure }) { throw failure }
        guard !interruption.isDue else { throw BroadcastFailure(.handler, reason: "it was ended") }
    }
}

extension HandlerOutput {
    func write(_ packet: Packet) throws {
        if let time = packet.pts.flatMap({ MediaTime(ticks: $0, in: timeBases[packet.streamIndex]) }) {
            for event in waitingEvents.take(before: time) { handle(event) }
        }
        if packet.streamIndex == video { return try decode(packet) }
        guard let track = audio[packet.streamIndex] else { return }
        for message in try track.messages(of: packet) { queue(.init(bytes: message)) }
    }

    private func decode(_ packet: Packet?) throws {
        var decoded = decoder.frames(of: packet)
        while let frame = try decoded.next() {
            if newest != nil { droppedFrames += 1 }
            newest = frame
            try sendNewest()
        }
    }

    /// Sends the newest frame if a buffer is free.
    private func sendNewest() throws {
        guard let frame = newest, let buffer = supervisor.exchange({ $0.takeBuffer() }) else { return }
        newest = nil
        guard let pts = frame.bestEffortPTS, let time = MediaTime(ticks: pts, in: timeBases[video]) else {
            return supervisor.exchange { $0.giveBack(buffer) }
        }
        try memories[buffer].copy(frame)
        var event = HandlerEvent(.sample)
        (event.kind, event.time, event.frame) = (.video, SampleTime(time), memories[buffer].layout)
        queue(.init(bytes: PacketSocket.encode(event), buffer: buffer))
        frames += 1
        bytes += Int64(memories[buffer].layout.size)
    }

    private func send(_ event: HandlerEvent) { queue(.init(bytes: PacketSocket.encode(event))) }

    private func queue(_ message: HandlerExchange.Message) {
        bytes += Int64(message.bytes.count)
        supervisor.exchange { $0.queue(message, at: .now) }
    }

    // The supervisor sends each message at once.
    func flush() {}

    func update() throws {
        try checkFailure()
        waitingEvents.add(events.next(), at: .now)
        for event in waitingEvents.take(at: .now) { handle(event) }
        try sendNewest()
    }

    private func handle(_ event: RecordingEvent) {
        switch event.kind {
        case .paused, .resumed:
            if let message = pause.set(event.kind == .paused, by: .recording) { send(message) }
        case .mark:
            var message = HandlerEvent(.annotated)
            (message.time, message.text) = (SampleTime(event.time), event.detail)
            send(message)
        default: break
        }
    }

    func setSuspended(_ isSuspended: Bool) {
        if isSuspended, newest != nil {
            newest = nil
            droppedFrames += 1
        }
        if let message = pause.set(isSuspended, by: .broadcast) { send(message) }
    }

    var busySince: HostTime? { supervisor.read { $0.exchange.busySince } }

    func finish(recordingEnded: Bool) throws {
        try decode(nil)
        let deadline = HostTime.now + Self.lastFrameLimit
        while newest != nil, HostTime.now < deadline {
            supervisor.wait(for: Self.step) { $0.exchange.isSettled }
            try update()
        }
        waitingEvents.add(events.next(), at: .now)
        for event in waitingEvents.takeAll() { handle(event) }
        var last = HandlerEvent(.finished)
        last.reason = recordingEnded ? .recordingEnded : .stopped
        let message = HandlerExchange.Message(bytes: PacketSocket.encode(last))
        supervisor.exchange { $0.end(message, at: .now) }
        while supervisor.read({ !$0.isComplete && !$0.isGone }) {
            try checkFailure()
            supervisor.wait(for: Self.step) { $0.isComplete }
        }
        guard supervisor.read({ $0.isComplete }) else { return try checkFailure() }
    }

    func close() { supervisor.close() }
}
