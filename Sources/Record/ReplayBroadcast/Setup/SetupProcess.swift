import Descriptors
import Files
import Glibc
import ReplayControl
import ReplayErrors
import Synchronization
import SystemPackage

/// The process of `replay-cast` that runs a service's programs. It ends, after the last of them, when all connections
/// to it are closed.
package final class SetupProcess: Sendable {
    private let connection: Mutex<LineSocket?>
    private let pid: pid_t
    private let isCancelled = Atomic(false)
    private let isReaped = Mutex(false)

    private init(_ daemon: DaemonProcess) {
        connection = Mutex(daemon.connection)
        pid = daemon.pid
    }

    /// Starts a process in this one's session, so that the set-up program can use the terminal.
    /// - Throws: `BroadcastError`.
    static func start(_ configuration: SetupConfiguration) throws(BroadcastError) -> SetupProcess {
        let daemon: DaemonProcess
        do throws(RecorderError) {
            daemon = try DaemonProcess.start(
                try CastProcess.program(), arguments: [CastProcess.setupArgument], isDetached: true,
                hasOwnSession: false)
        } catch {
            throw BroadcastError(error.category, description: error.description)
        }
        daemon.connection.send(ControlLine.encode(configuration))
        return SetupProcess(daemon)
    }

    deinit {
        release()
        reap(WNOHANG)
    }

    /// Waits for the end of the process, which would otherwise remain as a zombie.
    func reap(_ options: Int32 = 0) {
        isReaped.withLock { isReaped in
            guard !isReaped else { return }
            isReaped = SystemCall.retrying { waitpid(pid, nil, options) } != 0
        }
    }

    /// The connection; nil if it was released.
    var socket: LineSocket? { connection.withLock { $0 } }

    /// Closes the connection of this program. That of a broadcast's process remains.
    func release() { connection.withLock { $0 = nil } }

    /// Ends the set-up: the process ends its program, and answers no more.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        if let socket { shutdown(socket.descriptor.rawValue, Int32(SHUT_WR)) }
    }

    /// Waits for the answer. Blocks: use it on a dedicated thread.
    /// - Throws: `BroadcastError` with the failure of the program, and `CancellationError`.
    func awaitAnswer(_ onEvent: (BroadcastSetup.Event) -> Void) throws -> SetupAnswer {
        guard let socket else { throw CancellationError() }
        var buffer: [UInt8] = []
        while let lines = socket.receive(&buffer) {
            for reply: SetupReply in lines.compactMap({ ControlLine.decode($0) }) {
                if let address = reply.open { onEvent(.open(url: address.url, code: address.code)) }
                if let text = reply.text { onEvent(.message(text)) }
                if let failure = reply.failed { throw self.failure(failure) }
                if let answer = reply.answer { return answer }
            }
        }
        reap()
        guard !isCancelled.load(ordering: .relaxed) else { throw CancellationError() }
        throw BroadcastError(.failed, description: "the program “replay-cast” ended unexpectedly")
    }

    private func failure(_ failure: CastReply.Failure) -> any Error {
        guard !isCancelled.load(ordering: .relaxed) else { return CancellationError() }
        return BroadcastError(
            ErrorCategory(name: "set-up", exitCode: failure.code), description: failure.message)
    }

    /// Tells that there is no broadcast, and waits until the last program has ended. Blocks.
    /// - Returns: The failure of that program; nil if it succeeded or if the connection was released.
    func finish() -> String? {
        guard let socket else { return nil }
        socket.send(ControlLine.encode(SetupRequest(ended: .notStarted)))
        var (buffer, problem) = ([UInt8](), String?.none)
        while let lines = socket.receive(&buffer) {
            for reply: SetupReply in lines.compactMap({ ControlLine.decode($0) }) {
                problem = reply.problem ?? problem
            }
        }
        release()
        reap()
        return problem
    }
}
