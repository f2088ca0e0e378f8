import Glibc
public import ReplayLibrary
import Synchronization
import Threads

/// A recording that is being made by a recorder of its own, the process `replayd`.
///
/// The recorder outlives a crash of the program that began it: it then brings the movie to its end.
public final class ScreenRecorder: Sendable {
    /// What a recorder tells while it records.
    public enum Event: Sendable {
        /// How it is doing, twice a second. `RecordingStatus.warning` tells of a source that went away.
        case status(RecordingStatus)
        /// The recording has come to its end. Nothing follows.
        case ended(RecordingFacts.Ending)
        /// Every file of it was removed. Nothing follows.
        case discarded
        /// The recorder ended without a word; what it had written is there. Nothing follows.
        case lost
    }

    /// The recording.
    public let id: RecordingID
    /// The recorder's events, for one reader; the last ones are kept where nobody reads.
    public let events: AsyncStream<Event>
    private let home: String?
    private let socket: LineSocket
    private let timeout: AnswerTimeout
    private let outcome: RecorderOutcome

    private init(
        id: RecordingID, home: String?, socket: LineSocket, timeout: AnswerTimeout, events: AsyncStream<Event>,
        outcome: RecorderOutcome
    ) {
        self.id = id
        self.home = home
        self.socket = socket
        self.timeout = timeout
        self.events = events
        self.outcome = outcome
    }

    /// Begins a recording. On a Wayland desktop it waits for the desktop's user, who chooses what to share.
    /// - Parameters:
    ///   - configuration: what is recorded, and how.
    ///   - onAsking: called with true when the desktop asks its user, and with false when that was answered; on a thread of
    ///     its own.
    /// - Throws: `RecorderError`: no consent, no display, no audio server, a configuration that cannot be, a full disk,
    ///   a policy of the administrator's.
    public static func start(
        _ configuration: RecordingConfiguration, onAsking: @escaping @Sendable (Bool) -> Void = { _ in }
    ) async throws -> ScreenRecorder {
        try configuration.validate()
        let configuration = configuration.withAbsolutePaths
        return try await WorkerThread.run("start") {
            let daemon = try DaemonProcess.start(isDetached: configuration.isDetached)
            daemon.connection.send(ControlLine.encode(configuration))
            let timeout = AnswerTimeout(isEndless: true)
            let reader = RecorderReader(daemon.connection, daemon: daemon.pid, timeout: timeout)
            let id = try reader.awaitStart(onAsking: onAsking)
            return try attach(reader, id: id, home: configuration.home, timeout: timeout)
        }
    }

    /// Joins the recorder of a recording that another program began.
    /// - Throws: `RecorderError.Kind.notRecording` where none is at work on it, `.unresponsive` where it does not answer
    ///   within 2 s.
    public static func attach(to recording: Recording) async throws -> ScreenRecorder {
        try await WorkerThread.run("attach") {
            let deadline = AnswerTimeout.firstAnswer
            let socket = try ControlSocket.connect(to: recording, until: deadline)
            socket.send(ControlLine.encode(ControlRequest(.watch)))
            socket.send(ControlLine.encode(ControlRequest(.status)))
            let timeout = AnswerTimeout(isEndless: false)
            let reader = RecorderReader(socket, daemon: nil, timeout: timeout)
            try reader.awaitAnswer(of: recording, until: deadline)
            return try attach(reader, id: recording.id, home: recording.home, timeout: timeout)
        }
    }

    private static func attach(
        _ reader: sending RecorderReader, id: RecordingID, home: String?, timeout: AnswerTimeout
    ) throws -> ScreenRecorder {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
        let outcome = RecorderOutcome()
        let socket = reader.socket
        try WorkerThread.detach("recorder") {
            while let event = reader.next().map({ Self.settled($0, id: id, home: home) }) {
                continuation.yield(event)
                if outcome.settle(with: event) { break }
            }
            continuation.finish()
            reader.reap()
        }
        return ScreenRecorder(
            id: id, home: home, socket: socket, timeout: timeout, events: events, outcome: outcome)
    }

    /// Stops the movie's clock: nothing is taken until `resume()`. The movie stays one, without a hole.
    /// - Throws: `RecorderError`, as all that change what is taken.
    @discardableResult public func pause() async throws -> RecorderChange { try await change(.init(.pause)) }

    /// Goes on after a pause.
    @discardableResult public func resume() async throws -> RecorderChange { try await change(.init(.resume)) }

    /// Records silence in place of the microphone, and nothing else otherwise.
    @discardableResult public func mute() async throws -> RecorderChange { try await change(.init(.mute)) }

    /// Records the microphone again.
    @discardableResult public func unmute() async throws -> RecorderChange { try await change(.init(.unmute)) }

    /// Records a cover in place of the screen and silence in place of application audio, from the next frame on;
    /// what is covered is neither encoded nor written.
    @discardableResult public func cover() async throws -> RecorderChange { try await change(.init(.cover)) }

    /// Takes the cover away, where no private window holds it there.
    @discardableResult public func uncover() async throws -> RecorderChange { try await change(.init(.uncover)) }

    /// Marks this instant.
    /// - Parameter name: what to call it, of 200 characters at most.
    @discardableResult public func mark(_ name: String? = nil) async throws -> RecorderChange {
        try await change(ControlRequest(.mark, name: name))
    }

    private func change(_ request: ControlRequest) async throws -> RecorderChange {
        try await WorkerThread.run("control") { [id, home] in
            try ControlCall.send(request, to: RecordingLibrary.open(home: home).recording(id))
        }
    }

    /// A recorder whose last word did not come, for nobody had listened for long, has still written it down. Where that cannot
    /// be read, it stays with the loss, which is told.
    private static func settled(_ event: Event, id: RecordingID, home: String?) -> Event {
        // If the recording cannot be opened, the loss is reported.
        guard case .lost = event, let recording = try? RecordingLibrary.open(home: home).recording(id) else {
            return event
        }
        return recording.facts.ending.map { .ended($0) } ?? event
    }

    /// Ends the recording; returns when its movie is whole.
    /// - Returns: how it ended, which may be for another reason, earlier.
    /// - Throws: `RecorderError.Kind.recorderLost` where the recorder was killed or the recording discarded.
    @discardableResult
    public func stop() async throws -> RecordingFacts.Ending {
        request(.stop)
        guard case .ended(let ending) = await outcome.value else { throw lost }
        return ending
    }

    /// Ends the recording and removes every file of it; returns when that is done.
    /// - Throws: `RecorderError.Kind.recorderLost` where it had ended already.
    public func discard() async throws {
        request(.discard)
        switch await outcome.value {
        case .discarded: return
        case .lost: throw lost
        default: throw RecorderError(.recorderLost, "the recording had ended before it could be discarded")
        }
    }

    /// What is to be said after `Event.lost`, or where `stop()` got no answer: `RecorderError.Kind.unresponsive` where a
    /// recorder is still at work on the recording, else `.recorderLost`.
    public var lost: RecorderError {
        // A recording that cannot be looked at, or was discarded, has no recorder that could be waited for.
        guard let recording = try? RecordingLibrary.open(home: home).recording(id), recording.state == .recording else {
            return RecorderError(.recorderLost, "the recorder ended unexpectedly; what it had written is there")
        }
        return .unresponsive(recording)
    }

    private func request(_ request: ControlRequest.Request) {
        // Where the recorder has gone, the outcome says so.
        timeout.end()
        socket.send(ControlLine.encode(ControlRequest(request)))
    }
}
