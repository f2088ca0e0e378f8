import Descriptors
import Glibc
import MediaTime
import ReplayLibrary

/// A reader of a recorder's messages. Blocks: use it on a dedicated thread.
final class RecorderReader {
    let socket: LineSocket
    /// The recorder's process, if it is a child of this one.
    private let daemon: pid_t?
    private let timeout: AnswerTimeout
    private var buffer: [UInt8] = []
    private var replies: [ControlReply] = []
    /// True if the recorder has closed the connection.
    private var isAtEnd = false

    init(_ socket: LineSocket, daemon: pid_t?, timeout: AnswerTimeout) {
        self.socket = socket
        self.timeout = timeout
        self.daemon = daemon
    }

    /// The time limit for the sources to answer at the start of a recording.
    private static let startLimit = Duration.seconds(30)

    /// Waits for the recording's first frame. If a source takes longer than `startLimit`, kills the recorder.
    /// - Parameter onAsking: Called with true when the desktop asks its user, and with false after the answer. No limit
    ///   applies in between.
    /// - Throws: The error that the recorder reports, `.unavailable` at the time limit, or `.recorderLost`.
    func awaitStart(onAsking: (Bool) -> Void) throws(RecorderError) -> RecordingID {
        var deadline = HostTime.now + Self.startLimit
        while let reply = read(until: deadline) {
            if let started = reply.started { return started.id }
            if let isAsking = reply.asking {
                deadline = isAsking ? .distantFuture : .now + Self.startLimit
                onAsking(isAsking)
            }
            if let failure = reply.failed {
                reap()
                throw RecorderError(failure.kind, description: failure.message)
            }
        }
        guard isAtEnd else { throw abandonStart() }
        reap()
        throw RecorderError(.recorderLost, description: "the recorder ended before it began to record")
    }

    /// Kills the recorder. Its pid cannot have been reused: it is a child that was not waited for yet.
    private func abandonStart() -> RecorderError {
        if let daemon { kill(daemon, SIGKILL) }
        reap()
        return RecorderError(
            .unavailable,
            description:
                "the display, the audio server or the camera did not answer for \(Self.startLimit.components.seconds) s"
        )
    }

    /// Waits for the recorder's first message, and keeps it for `next()`.
    /// - Throws: `RecorderError.Kind.unresponsive` if none arrives by `deadline`, `.notRecording` if the connection
    ///   ends, or the error that the recorder reports.
    func awaitAnswer(of recording: Recording, until deadline: HostTime) throws(RecorderError) {
        guard let reply = read(until: deadline) else {
            throw isAtEnd ? .notRecording(recording) : .unresponsive(recording)
        }
        if let failure = reply.failed { throw RecorderError(failure.kind, description: failure.message) }
        replies.insert(reply, at: 0)
    }

    /// Waits for the next event. Returns `.lost` if the connection ends or the recorder does not answer in time.
    package func next() -> ScreenRecorder.Event? {
        while let reply = read() {
            if let status = reply.status { return .status(status) }
            if let ended = reply.ended { return ended.ending.map { .ended($0) } ?? .discarded }
        }
        return .lost
    }

    /// - Parameter deadline: The deadline, or nil to use `timeout`.
    private func read(until deadline: HostTime? = nil) -> ControlReply? {
        while replies.isEmpty {
            let isReadable =
                deadline.map { AnswerTimeout.isReadable(socket.descriptor, until: $0) }
                ?? timeout.await(socket.descriptor)
            guard isReadable else { return nil }
            guard let lines = socket.receive(&buffer) else {
                isAtEnd = true
                return nil
            }
            replies = lines.compactMap { ControlLine.decode($0) }
        }
        return replies.removeFirst()
    }

    /// Waits for the end of the recorder, which would otherwise remain as a zombie. It ends right after its last
    /// message, or when the disk that it waits for answers.
    func reap() {
        guard let daemon else { return }
        _ = SystemCall.retrying { waitpid(daemon, nil, 0) }
    }
}
