import Glibc
import ReplayMovie

/// Reads what a recorder says. Blocks: it wants a thread of its own.
final class RecorderReader {
    let socket: LineSocket
    /// The recorder's process, where it is a child of this one.
    private let daemon: pid_t?
    private let patience: AnswerPatience
    private var buffer: [UInt8] = []
    private var replies: [ControlReply] = []

    init(_ socket: LineSocket, daemon: pid_t?, patience: AnswerPatience) {
        self.socket = socket
        self.patience = patience
        self.daemon = daemon
    }

    /// Waits for the recording's first picture.
    /// - Throws: what the recorder says is in the way.
    func awaitStart() throws(RecorderError) -> RecordingID {
        while let reply = read() {
            if let started = reply.started { return started.id }
            if let failure = reply.failed {
                reap()
                throw RecorderError(failure.kind, failure.message)
            }
        }
        throw RecorderError(.recorderLost, "the recorder ended before it had begun")
    }

    /// The next event; nil after the last.
    func next() -> ScreenRecorder.Event? {
        while let reply = read() {
            if let status = reply.status { return .status(status) }
            if let ended = reply.ended { return ended.ending.map { .ended($0) } ?? .discarded }
        }
        return .lost
    }

    private func read() -> ControlReply? {
        while replies.isEmpty {
            guard patience.await(socket.descriptor), let lines = socket.receive(&buffer) else { return nil }
            replies = lines.compactMap { ControlLine.decode($0) }
        }
        return replies.removeFirst()
    }

    /// A recorder that said its last word ends at once, or when the disk that it waits for answers; without this it
    /// would stay as a zombie.
    func reap() {
        guard let daemon else { return }
        var status: Int32 = 0
        while waitpid(daemon, &status, 0) < 0 && errno == EINTR {}
    }
}
