import Descriptors
import Glibc
import MediaTime
import ReplayLibrary

/// Reads what a recorder says. Blocks: it wants a thread of its own.
final class RecorderReader {
    let socket: LineSocket
    /// The recorder's process, where it is a child of this one.
    private let daemon: pid_t?
    private let timeout: AnswerTimeout
    private var buffer: [UInt8] = []
    private var replies: [ControlReply] = []
    /// Whether the recorder has closed the connection.
    private var isAtEnd = false

    init(_ socket: LineSocket, daemon: pid_t?, timeout: AnswerTimeout) {
        self.socket = socket
        self.timeout = timeout
        self.daemon = daemon
    }

    /// How long sources may take to answer when a recording is begun.
    private static let startLimit = Duration.seconds(30)

    /// Waits for the recording's first frame.
    /// - Parameter onAsking: told when the desktop asks its user, and when that was answered; meanwhile there is no limit.
    /// - Throws: what the recorder says is in the way. One that a source keeps waiting for too long is ended.
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
                throw RecorderError(failure.kind, failure.message)
            }
        }
        guard isAtEnd else { throw abandonStart() }
        reap()
        throw RecorderError(.recorderLost, "the recorder ended before it had begun")
    }

    /// Ends the recorder, whose number is still its own: it is a child that nobody has waited for.
    private func abandonStart() -> RecorderError {
        if let daemon { kill(daemon, SIGKILL) }
        reap()
        return RecorderError(
            .unavailable,
            "the display, the audio server or the camera did not answer for \(Self.startLimit.components.seconds) s")
    }

    /// Waits for the recorder's first word, which stays to be read.
    /// - Throws: `RecorderError.Kind.unresponsive` where none has come by `deadline`; what the recorder says is in the way.
    func awaitAnswer(of recording: Recording, until deadline: HostTime) throws(RecorderError) {
        guard let reply = read(until: deadline) else {
            throw isAtEnd ? .notRecording(recording) : .unresponsive(recording)
        }
        if let failure = reply.failed { throw RecorderError(failure.kind, failure.message) }
        replies.insert(reply, at: 0)
    }

    /// The next event; nil after the last.
    package func next() -> ScreenRecorder.Event? {
        while let reply = read() {
            if let status = reply.status { return .status(status) }
            if let ended = reply.ended { return ended.ending.map { .ended($0) } ?? .discarded }
        }
        return .lost
    }

    /// - Parameter deadline: nil: the timeout’s.
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

    /// A recorder that said its last word ends at once, or when the disk that it waits for answers; without this it
    /// would stay as a zombie.
    func reap() {
        guard let daemon else { return }
        _ = SystemCall.retrying { waitpid(daemon, nil, 0) }
    }
}
