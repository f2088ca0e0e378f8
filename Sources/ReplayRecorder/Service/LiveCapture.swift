import MediaTime
import ReplayMovie

/// A session with the sources that feed it: a screen, and sounds.
final class LiveCapture {
    let session: RecordingSession
    let started: ControlReply.Started
    /// When the recording ends by itself; nil: never.
    let deadline: HostTime?
    private let screen: ScreenSource
    private let sound: SoundCapture?
    private let sink: SoundSink

    private init(
        session: RecordingSession, started: ControlReply.Started, deadline: HostTime?, screen: ScreenSource,
        sound: SoundCapture?, sink: SoundSink
    ) {
        self.session = session
        self.started = started
        self.deadline = deadline
        self.screen = screen
        self.sound = sound
        self.sink = sink
    }

    /// Opens the sources and begins the recording; returns with its first picture taken.
    /// - Throws: where a source or the recording cannot be opened; no recording is left then.
    static func begin(
        _ configuration: RecordingConfiguration, in library: RecordingLibrary, mailbox: EventMailbox
    ) throws -> LiveCapture {
        let screen = try ScreenCapture.open(display: configuration.display)
        let size = screen.size
        let sink = SoundSink(mailbox: mailbox)
        let sound =
            configuration.sounds.isEmpty
            ? nil : try SoundCapture.open(configuration.sounds.map(\.source)) { sink.take($1, from: $0) }
        let (session, video) = try RecordingSession.begin(
            RecordingFacts(id: .generate(), name: configuration.name, origin: .screen), in: library,
            format: .init(
                width: size.width, height: size.height, framesPerSecond: configuration.framesPerSecond,
                sounds: configuration.sounds),
            onFailure: { mailbox.post(.outputFailed("\($0)")) })
        sink.connect(to: session)
        let start = Monitor<HostTime?>(nil)
        let source = try ScreenSource(
            screen, into: video,
            onStart: { epoch in
                session.begin(at: epoch)
                start.update { $0 = epoch }
                mailbox.post(.started)
            },
            onFailure: { mailbox.post(Self.event(for: $0)) })
        let epoch = start.wait(until: .now + 5_000_000_000) { $0 } ?? .now
        return LiveCapture(
            session: session,
            started: .init(id: session.recording.id, width: size.width, height: size.height),
            deadline: configuration.durationMilliseconds.map { epoch + $0 * 1_000_000 }, screen: source, sound: sound,
            sink: sink)
    }

    private static func event(for error: any Error) -> RecordingMachine.Event {
        if let error = error as? CaptureError, error.code == .displayLost { return .displayLost("\(error)") }
        return .captureFailed("\(error)")
    }

    /// Ends the capture now and the movie with it.
    func finish(reason: RecordingFacts.Ending.Reason, message: String?) -> RecordingFacts.Ending {
        let end = min(deadline ?? .distantFuture, .now)
        screen.stop(at: end)
        sink.awaitSound(upTo: end, patience: .now + 300_000_000)
        sound?.close()
        do {
            return try session.finish(at: end, reason: reason, message: message)
        } catch {
            return RecordingFacts.Ending(
                reason: .diskFailed, message: message ?? "\(error)", duration: session.elapsed(at: end),
                frames: session.figures.frames, droppedFrames: session.figures.droppedFrames)
        }
    }

    /// Ends the capture; the movie's files are about to be removed.
    func abandon() { _ = finish(reason: .requested, message: nil) }
}

extension SoundKind {
    fileprivate var source: SoundSource { self == .application ? .everything : .defaultMicrophone }
}
