import Glibc
public import ReplayLibrary
import Synchronization
import Threads

/// A recording in progress. Its recorder is a separate process, `replayd`.
///
/// If the program that began the recording crashes, the recorder survives and completes the movie.
public final class ScreenRecorder: Sendable {
    /// An event of a recording in progress.
    public enum Event: Sendable {
        /// The recording's status, twice per second. `RecordingStatus.warning` reports a lost source.
        case status(RecordingStatus)
        /// The recording has ended. No event follows.
        case ended(RecordingFacts.Ending)
        /// The recording was discarded, and all its files are removed. No event follows.
        case discarded
        /// The recorder ended without a message. The movie that it has written remains. No event follows.
        case lost
    }

    /// The recording's identifier.
    public let id: RecordingID
    /// The recorder's events, for one reader. If nobody reads, the last 16 are kept.
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

    /// Begins a recording. On a Wayland desktop it waits until the user has chosen what to share.
    /// - Parameters:
    ///   - configuration: The settings of the recording.
    ///   - onAsking: Called with true when the desktop asks its user, and with false after the answer, on a separate
    ///     thread.
    /// - Throws: `RecorderError` if there is no consent, display or audio server, or if the disk is full. Also if the
    ///   configuration is invalid, or if the administrator's policy forbids the recording.
    public static func start(
        _ configuration: RecordingConfiguration, onAsking: @escaping @Sendable (Bool) -> Void = { _ in }
    ) async throws -> ScreenRecorder {
        try configuration.validate()
        let configuration = configuration.withAbsolutePaths
        return try await WorkerThread.run(named: "start") {
            let daemon = try DaemonProcess.start(isDetached: configuration.isDetached)
            daemon.connection.send(ControlLine.encode(configuration))
            let timeout = AnswerTimeout(isEndless: true)
            let reader = RecorderReader(daemon.connection, daemon: daemon.pid, timeout: timeout)
            let id = try reader.awaitStart(onAsking: onAsking)
            return try attach(reader, id: id, home: configuration.home, timeout: timeout)
        }
    }

    /// Connects to the recorder of a recording that another program began.
    /// - Throws: `RecorderError.Kind.notRecording` if the recording has no recorder, or `.unresponsive` if it does not
    ///   answer within 2 s.
    public static func attach(to recording: Recording) async throws -> ScreenRecorder {
        try await WorkerThread.run(named: "attach") {
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
        try WorkerThread.detach(named: "recorder") {
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

    /// Stops the movie's clock, so that nothing is recorded until `resume()`. The movie has no gap there.
    /// - Throws: `RecorderError`, as do all functions that change the recording.
    @discardableResult public func pause() async throws -> RecorderChange { try await change(.init(.pause)) }

    /// Continues the recording after a pause.
    @discardableResult public func resume() async throws -> RecorderChange { try await change(.init(.resume)) }

    /// Records silence instead of the microphone. The other tracks are not affected.
    @discardableResult public func mute() async throws -> RecorderChange { try await change(.init(.mute)) }

    /// Records the microphone again.
    @discardableResult public func unmute() async throws -> RecorderChange { try await change(.init(.unmute)) }

    /// Records a cover instead of the screen, and silence instead of application audio, from the next frame on. The
    /// covered content is neither encoded nor written.
    @discardableResult public func cover() async throws -> RecorderChange { try await change(.init(.cover)) }

    /// Removes the cover, unless a private window still requires it.
    @discardableResult public func uncover() async throws -> RecorderChange { try await change(.init(.uncover)) }

    /// Adds a mark at the current time.
    /// - Parameter name: The name of the mark, at most 200 characters.
    @discardableResult public func mark(_ name: String? = nil) async throws -> RecorderChange {
        try await change(ControlRequest(.mark, name: name))
    }

    private func change(_ request: ControlRequest) async throws -> RecorderChange {
        try await WorkerThread.run(named: "control") { [id, home] in
            try ControlCall.send(request, to: RecordingLibrary.open(home: home).recording(id))
        }
    }

    /// Replaces `.lost` by the ending that the recorder stored, because its last message may be missed if nobody
    /// listened for a long time. Returns `.lost` if no ending can be read.
    private static func settled(_ event: Event, id: RecordingID, home: String?) -> Event {
        // If the recording cannot be opened, the loss is reported.
        guard case .lost = event, let recording = try? RecordingLibrary.open(home: home).recording(id) else {
            return event
        }
        return recording.facts.ending.map { .ended($0) } ?? event
    }

    /// Ends the recording. Returns when its movie is complete.
    /// - Returns: The ending, which may be an earlier one with another reason.
    /// - Throws: `RecorderError.Kind.recorderLost` if the recorder was killed or the recording was discarded, or
    ///   `.unresponsive`.
    @discardableResult
    public func stop() async throws -> RecordingFacts.Ending {
        request(.stop)
        guard case .ended(let ending) = await outcome.value else { throw lostError() }
        return ending
    }

    /// Ends the recording and removes all its files. Returns when they are removed.
    /// - Throws: `RecorderError.Kind.recorderLost` if the recording had already ended, or `.unresponsive`.
    public func discard() async throws {
        request(.discard)
        switch await outcome.value {
        case .discarded: return
        case .lost: throw lostError()
        default: throw RecorderError(.recorderLost, description: "the recording had ended before it could be discarded")
        }
    }

    /// Returns the error to report after `Event.lost`, or if `stop()` gets no answer. Its kind is
    /// `RecorderError.Kind.unresponsive` if the recording still has a recorder, and `.recorderLost` otherwise.
    public func lostError() -> RecorderError {
        // A recording that cannot be opened or was discarded has no recorder to wait for.
        guard let recording = try? RecordingLibrary.open(home: home).recording(id), recording.state() == .recording
        else {
            return RecorderError(
                .recorderLost, description: "the recorder ended unexpectedly; what it had written is kept")
        }
        return .unresponsive(recording)
    }

    private func request(_ request: ControlRequest.Request) {
        // If the recorder has ended, the outcome reports it.
        timeout.end()
        socket.send(ControlLine.encode(ControlRequest(request)))
    }
}
