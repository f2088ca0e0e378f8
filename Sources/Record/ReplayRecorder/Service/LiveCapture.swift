import AudioSources
import FFmpeg
import Glibc
import MediaTime
import ReplayCapture
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplayRecording
import ReplaySources
import Threads

/// A recording session with its sources: a screen, audio tracks, a camera.
final class LiveCapture {
    let session: RecordingSession
    let started: ControlReply.Started
    private let screen: ScreenSource
    private let audio: AudioCapture?
    private let sink: AudioSink
    private let camera: CameraSource?
    private let shortcuts: ShortcutSource?
    /// The time when the gate was last opened or closed.
    private var lastChange = HostTime.now
    private let closing = StallWatch()

    private init(
        session: RecordingSession, started: ControlReply.Started, screen: ScreenSource, audio: AudioCapture?,
        sink: AudioSink, camera: CameraSource?, shortcuts: ShortcutSource?, sources: [RecordingSource]
    ) {
        self.session = session
        self.started = started
        self.screen = screen
        self.audio = audio
        self.sink = sink
        self.camera = camera
        self.shortcuts = shortcuts
        self.sources = sources
    }

    /// The recorded sources, as the desktop's user chose them if there was a choice.
    let sources: [RecordingSource]

    /// Opens the sources and begins the recording. Returns after its first frame.
    /// - Parameter dialog: The wait for the desktop's user, if a portal asks.
    /// - Throws: An error if a source or the recording cannot be opened. No recording is left then, and a recording to
    ///   be resumed is unchanged.
    static func begin(
        _ configuration: RecordingConfiguration, in library: RecordingLibrary, mailbox: EventMailbox,
        dialog: PortalDialog
    ) throws -> LiveCapture {
        try configuration.checkPermission()
        try configuration.checkApplication()
        let resumed = try configuration.resumed.map { try ResumedRecording.open($0, in: library) }
        let configuration = try resumed?.completed(configuration) ?? configuration
        if configuration.hasMix == true, resumed?.hasMix == false {
            throw RecorderError(
                .invalid, description: "the recording has no track for the mix of its audio, and none can be added")
        }
        try resumed?.checkPointer(of: configuration)
        // Opened before the capture begins, so that the recording does not show the dialogs.
        let shortcuts = configuration.usesShortcuts ? try ShortcutSource(dialog, mailbox: mailbox) : nil
        let (screen, shared) = try configuration.openScreen(canvas: resumed?.size, dialog: dialog)
        let cover = try PixelBuffer.cover(configuration.coverImage, size: screen.size)
        let sources = resumed?.audio ?? configuration.audio
        // A track of a resumed recording that was not requested is silent, because its source may not be allowed.
        let taken = sources.filter(configuration.audio.contains)
        let sink = AudioSink(mailbox: mailbox)
        let audio =
            taken.isEmpty ? nil : try AudioCapture.open(taken.map(configuration.source)) { sink.take($1, from: $0) }
        // Audio that is played before capture delivers samples is not recorded. The clock begins after that.
        audio?.awaitSamples(limit: Self.firstSamplesLimit)
        let format = RecordingSession.Format(
            width: screen.size.width, height: screen.size.height, framesPerSecond: configuration.framesPerSecond,
            audio: sources, hasMix: resumed?.hasMix ?? configuration.hasMix ?? true,
            keptLength: configuration.keptLength, hasProxy: configuration.hasProxy,
            hasPointer: configuration.recordsPointer, hasPointerApart: configuration.pointerCapture == .apart,
            hasKeys: configuration.recordsKeys)
        let link = SessionLink()
        let camera = try configuration.camera.map {
            try open($0, link: link, streamIndex: format.cameraIndex, mailbox: mailbox)
        }
        let (session, video) = try open(
            resuming: resumed, configuration, in: library, format: format, link: link, camera: camera?.track
        ) { event in
            mailbox.post(RecordingMachine.Event(event))
        }
        sink.connect(to: session)
        let source: ScreenSource
        do {
            source = try watch(
                screen, into: video, session: session, cover: cover, length: configuration.duration, gap: resumed?.gap,
                mailbox: mailbox)
        } catch {
            session.cancel()
            takeBack(session.recording.id, resumed: resumed, in: library)
            throw error
        }
        return LiveCapture(
            session: session,
            started: .init(id: session.recording.id, width: format.width, height: format.height), screen: source,
            audio: audio, sink: sink, camera: camera, shortcuts: shortcuts,
            sources: configuration.sources(shared: shared))
    }

    /// Removes a recording that has no frame, or gives the one that was to be resumed its ending back.
    private static func takeBack(_ id: RecordingID, resumed: ResumedRecording?, in library: RecordingLibrary) {
        // The reason why the recording could not begin is reported. The next command takes back what stays.
        if let resumed { try? resumed.restore() } else { try? library.remove(id) }
    }

    /// The time limit for the first audio samples: an idle output renders up to 2 s ahead.
    private static let firstSamplesLimit = Duration.milliseconds(2500)

    private static func open(
        resuming resumed: ResumedRecording?, _ configuration: RecordingConfiguration, in library: RecordingLibrary,
        format: RecordingSession.Format, link: SessionLink, camera: CameraTrack?,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        if let resumed { return try resumed.begin(format, link: link, camera: camera, onEvent: onEvent) }
        var facts = RecordingFacts(id: .generate(), name: configuration.name, origin: .screen)
        facts.target = configuration.target.option
        let classes = configuration.coverClasses.filter { !PrivateWindowClasses.passwordManagers.contains($0) }
        facts.coverClasses = classes.isEmpty ? nil : classes
        return try RecordingSession.begin(
            facts, in: library, format: format, link: link, camera: camera, onEvent: onEvent)
    }

    private static func open(
        _ camera: CameraInput, link: SessionLink, streamIndex: Int, mailbox: EventMailbox
    ) throws -> CameraSource {
        let capture = try CameraCapture.open(camera) { try $0.openLiveDecoder(input: "the camera \(camera)") }
        return try CameraSource(capture, link: link, streamIndex: streamIndex) { event in
            switch event {
            case .lost(let error): mailbox.post(.sourceLost(.camera, error.description))
            case .recovered: mailbox.post(.sourceRecovered(.camera))
            }
        }
    }

    /// The time limit for the display's first frame, also on a busy machine.
    private static let firstFrameTimeout = Duration.seconds(20)

    /// The state of the wait for the first frame.
    private enum FirstFrame { case awaited, settled, tooLate }

    /// Starts the thread that paints the screen; returns when the first frame is there, or the display has failed.
    /// - Parameter gap: the event to note first; nil: the recording is new.
    /// - Throws: `CaptureError` if the display does not answer; a frame that comes later begins nothing. `ThreadError`.
    private static func watch(
        _ screen: sending any ScreenCapturing, into video: sending VideoTrack, session: RecordingSession,
        cover: sending PixelBuffer, length: MediaTime?, gap: RecordingEvent?, mailbox: EventMailbox
    ) throws -> ScreenSource {
        let first = ConditionLock(FirstFrame.awaited)
        let settle: @Sendable (HostTime?) -> Void = { epoch in
            first.update { state in
                guard state == .awaited else { return }
                state = .settled
                if let gap { session.note(gap.kind, detail: gap.detail, at: gap.time) }
                guard let epoch else { return }
                session.begin(at: epoch, length: length)
                mailbox.post(.started)
            }
        }
        let painter = ScreenPainter(
            screen, into: video, control: session.control, cover: cover, pointer: session.pointer,
            changes: session.changes, keys: session.keys, onNotice: { mailbox.post(RecordingMachine.Event($0)) },
            onPrivateWindow: {
                mailbox.post(.sourceChanged($0 ? .covered : .uncovered, detail: "window"))
            })
        let source = try ScreenSource(
            painter, onStart: settle,
            onFailure: {
                mailbox.post(Self.event(for: $0))
                settle(nil)
            })
        _ = first.wait(until: .now + firstFrameTimeout) { $0 == .settled ? true : nil }
        if giveUp(first) {
            source.abandon()
            throw CaptureError(
                .displayLost, reason: "the display has not answered for \(firstFrameTimeout.components.seconds) s")
        }
        return source
    }

    /// Ends the wait for the first frame.
    /// - Returns: True if the frame has not come.
    private static func giveUp(_ first: ConditionLock<FirstFrame>) -> Bool {
        first.update { state in
            if state == .awaited { state = .tooLate }
            return state == .tooLate
        }
    }

    private static func event(for error: any Error) -> RecordingMachine.Event {
        switch (error as? CaptureError)?.code {
        case .displayLost: .displayLost("\(error)")
        case .sharingEnded: .sharingEnded("\(error)")
        default: .captureFailed("\(error)")
        }
    }

    /// The time when the recording reaches its requested duration. Nil if it has no limit or is paused.
    var deadline: HostTime? { session.control.current?.deadline }

    /// The reason why the movie does not grow although it should, or nil if it grows.
    var stall: String? {
        if session.isStalled { return "the disk has not written anything for seconds" }
        guard let lastFrame = session.lastFrame else { return nil }
        let isStill = .now - max(lastFrame, lastChange) > Self.maxStill
        return isStill ? "the display has not answered for seconds" : nil
    }

    /// The longest time without a frame. An unchanged screen is recorded again every 2 s.
    private static let maxStill = Duration.milliseconds(3500)

    /// Opens or closes the session's gate. The change applies to the very next frame.
    func change(_ body: (inout SessionGate) -> Void) {
        lastChange = .now
        session.control.update(body)
        screen.gateChanged()
    }

    /// Ends the capture and the movie on a separate thread, because display and disk may not answer.
    /// - Parameter then: Called on that thread with the ending.
    func finish(
        reason: RecordingFacts.Ending.Reason, message: String?,
        then: @escaping @Sendable (RecordingFacts.Ending) -> Void
    ) {
        let end = min(deadline ?? .distantFuture, .now)
        do {
            try WorkerThread.detach(named: "finish") { [session, screen, camera, audio, sink, closing] in
                closing.watch {
                    screen.stop(at: end)
                    camera?.stop(at: end)
                    sink.awaitAudio(upTo: end, deadline: .now + .milliseconds(300))
                    audio?.close()
                }
                then(session.finish(at: end, reason: reason, message: message))
            }
        } catch {
            then(unfinished(.failed, message: message ?? "\(error)"))
        }
    }

    /// The time for which the display or the disk has not answered while the recording is being completed.
    var silence: Duration { max(closing.length(at: .now), session.silence) }

    /// Returns the ending of a recording that could not be completed.
    ///
    /// The figures of the ending count only data that was written.
    func unfinished(_ reason: RecordingFacts.Ending.Reason, message: String) -> RecordingFacts.Ending {
        let (written, figures) = (session.written, session.figures)
        return RecordingFacts.Ending(
            reason: reason, message: message, duration: written.duration, frames: written.frames,
            droppedFrames: figures.droppedFrames, droppedAudio: figures.droppedAudio)
    }

    /// The ending of a recording that cannot be completed because its disk or display does not answer.
    var abandoned: RecordingFacts.Ending {
        session.silence > closing.length(at: .now)
            ? unfinished(.diskFailed, message: "the disk does not answer")
            : unfinished(.displayLost, message: "the display or another source does not answer")
    }
}

extension RecordingConfiguration {
    fileprivate func source(of kind: AudioSource) -> AudioInput {
        switch kind {
        case .application: .application(matching: application)
        case .microphone: .microphone(named: microphone)
        }
    }
}

extension CaptureTarget {
    /// The command-line option that selects the target, or nil for the whole screen or a choice of the desktop's user.
    fileprivate var option: String? {
        switch self {
        case .screen, .chosenMonitor, .chosenWindow: nil
        case .monitor(let name): "--monitor \(name)"
        case .rectangle(let x, let y, let width, let height): "--area \(width)x\(height)+\(x)+\(y)"
        case .window: "--window"
        }
    }
}
