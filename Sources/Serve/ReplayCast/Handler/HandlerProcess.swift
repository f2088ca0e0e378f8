import CLinux
import Descriptors
import Files
import Glibc
import ReplayBroadcastHandler

/// A handler's process with all its descendants. They are killed when this object is freed at the latest.
///
/// The process leads a session of its own, has three descriptors and the socket, and ends with the thread that created
/// this object. Use it from that thread.
final class HandlerProcess {
    /// The end of a process.
    enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let process: pid_t
    /// A descriptor that is readable when the process has ended.
    let exitDescriptor: OwnedDescriptor
    /// The standard output and the standard error of the process.
    let output: OwnedDescriptor
    private var isReaped = false

    /// Starts a program.
    /// - Throws: `FileSystemError` if it cannot be started.
    init(_ path: String, socket: HandlerSocket) throws(FileSystemError) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, Int32(O_CLOEXEC | O_NONBLOCK)) == 0, let output = OwnedDescriptor(ends[0]),
            let outputEnd = OwnedDescriptor(ends[1])
        else { throw FileSystemError(operation: "start", subject: path) }
        let process = try Self.start(path, socket: socket, output: outputEnd)
        guard let exitDescriptor = OwnedDescriptor(replay_process_open(process)) else {
            let error = FileSystemError(operation: "start", subject: path)
            kill(process, SIGKILL)
            _ = SystemCall.retrying { waitpid(process, nil, 0) }
            throw error
        }
        (self.process, self.exitDescriptor, self.output) = (process, exitDescriptor, output)
    }

    private static func start(
        _ path: String, socket: HandlerSocket, output: OwnedDescriptor
    ) throws(FileSystemError) -> pid_t {
        replay_adopt_orphans()
        // The child's end must wait for room, and the copies have numbers that no standard descriptor replaces.
        let flags = fcntl(output.descriptor.rawValue, F_GETFL)
        _ = fcntl(output.descriptor.rawValue, F_SETFL, flags & ~O_NONBLOCK)
        guard let null = OwnedDescriptor(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)),
            let input = OwnedDescriptor(fcntl(null.descriptor.rawValue, F_DUPFD_CLOEXEC, 10)),
            let errors = OwnedDescriptor(fcntl(output.descriptor.rawValue, F_DUPFD_CLOEXEC, 10)),
            let socket = OwnedDescriptor(fcntl(socket.descriptor.rawValue, F_DUPFD_CLOEXEC, 10))
        else { throw FileSystemError(operation: "start", subject: path) }
        let arguments = [strdup(path.cPath), nil]
        let environment = environmentWithSocket()
        defer { for text in arguments + environment { free(text) } }
        let process = replay_spawn(
            path.cPath, arguments, environment, input.descriptor.rawValue, errors.descriptor.rawValue,
            socket.descriptor.rawValue)
        guard process > 0 else { throw FileSystemError(operation: "start", subject: path) }
        return process
    }

    private static func environmentWithSocket() -> [UnsafeMutablePointer<CChar>?] {
        var copies: [UnsafeMutablePointer<CChar>?] = []
        var place = environ
        while let variable = place.pointee {
            if strncmp(variable, HandlerSocket.variable, HandlerSocket.variable.utf8.count) != 0 {
                copies.append(strdup(variable))
            }
            place += 1
        }
        return copies + [strdup("\(HandlerSocket.variable)=\(HandlerSocket.handlerNumber)"), nil]
    }

    deinit { end() }

    /// The memory of the process and its descendants.
    var memory: ProcessMemory {
        ProcessTree.descendants(of: getpid()).reduce(into: ProcessMemory()) { $0.add(process: $1) }
    }

    /// Asks the process and its descendants to end.
    func terminate() {
        if !isReaped { kill(-process, SIGTERM) }
    }

    /// Reaps orphaned descendants that have ended, so that they do not accumulate.
    func reapOrphans() {
        var information = siginfo_t()
        while waitid(P_ALL, 0, &information, Int32(WEXITED | WNOHANG | WNOWAIT)) == 0 {
            let ended = information._sifields._sigchld.si_pid
            guard ended > 0, ended != process else { return }
            waitpid(ended, nil, Int32(WNOHANG))
            information = siginfo_t()
        }
    }

    /// Kills the process and its descendants.
    /// - Returns: The end of the process; nil after the first call.
    @discardableResult
    func end() -> Exit? {
        guard !isReaped else { return nil }
        // The process is not reaped yet, so that no other group can have its number.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        let result = SystemCall.retrying { waitpid(process, &status, 0) }
        isReaped = true
        killDescendants()
        guard result == process else { return nil }
        return status & 0x7f == 0 ? .code(status >> 8 & 0xff) : .signal(status & 0x7f)
    }

    /// Kills descendants that have left the group. This process adopts them when their parents end.
    private func killDescendants() {
        for _ in 0..<Self.maxRounds {
            let left = ProcessTree.descendants(of: getpid())
            guard !left.isEmpty else { return }
            for process in left { kill(process, SIGKILL) }
            while waitpid(-1, nil, 0) > 0 {}
        }
    }

    /// The number of times that new descendants are looked for.
    private static let maxRounds = 100
}
