import Descriptors
import Glibc
import MediaTime
import ReplayControl
import ReplayErrors

/// A reader of a `replay-cast` process's messages. Blocks: use it on a dedicated thread.
final class CastReader {
    private let socket: LineSocket
    /// The process, if it is a child of this one.
    private let child: pid_t?
    private var buffer: [UInt8] = []
    private var replies: [CastReply] = []

    init(_ socket: LineSocket, child: pid_t?) {
        self.socket = socket
        self.child = child
    }

    /// Waits for the first status.
    /// - Throws: The error that the process reports, or `.temporary` at the deadline.
    func first(until deadline: HostTime) throws(BroadcastError) -> BroadcastStatus {
        while AnswerTimeout.isReadable(socket.descriptor, until: deadline) {
            guard let reply = read() else {
                reap()
                throw BroadcastError(.failed, description: "the program “replay-cast” ended unexpectedly")
            }
            if let status = reply.status ?? reply.ended { return status }
            if let failure = reply.failed {
                reap()
                throw BroadcastError(
                    ErrorCategory(name: "broadcast", exitCode: failure.code), description: failure.message)
            }
        }
        throw BroadcastError(.temporary, description: "a broadcast does not answer")
    }

    /// Waits for the next status. Returns nil after the last one.
    /// - Parameters:
    ///   - process: The process.
    ///   - isStopping: Returns true if the process was asked to end. One that then says nothing for 2 s is killed.
    func next(from process: pid_t, isStopping: () -> Bool) -> BroadcastStatus? {
        while awaitMessage(of: process, isStopping: isStopping), let reply = read() {
            if let status = reply.status ?? reply.ended { return status }
        }
        return nil
    }

    private static let (step, silenceLimit) = (Duration.milliseconds(200), Duration.seconds(2))

    private func awaitMessage(of process: pid_t, isStopping: () -> Bool) -> Bool {
        guard replies.isEmpty else { return true }
        var stopTime: HostTime?
        while !AnswerTimeout.isReadable(socket.descriptor, until: .now + Self.step) {
            guard isStopping() else { continue }
            let start = stopTime ?? .now
            stopTime = start
            guard HostTime.now - start >= Self.silenceLimit else { continue }
            kill(process, SIGKILL)
            return false
        }
        return true
    }

    private func read() -> CastReply? {
        while replies.isEmpty {
            guard let lines = socket.receive(&buffer) else { return nil }
            replies = lines.compactMap { ControlLine.decode($0) }
        }
        return replies.removeFirst()
    }

    /// Waits for the end of a child, which would otherwise remain as a zombie.
    func reap() {
        guard let child else { return }
        _ = SystemCall.retrying { waitpid(child, nil, 0) }
    }
}
