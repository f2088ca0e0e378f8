import CLinux
import Descriptors
import Files
import Glibc
import MediaTime
import ReplayBroadcastHandler

/// A process of another program with all its descendants. They are killed when this object is freed at the latest.
///
/// The process ends with the thread that created this object. Use it from that thread, and have one at a time in this
/// process.
final class SupervisedProcess {
    /// The program to start, with its descriptors.
    struct Command {
        var path: String
        var arguments: [String] = []
        /// The descriptor of the standard input; nil for `/dev/null`.
        var input: OwnedDescriptor?
        /// The socket that becomes descriptor 3; nil for none.
        var socket: PacketSocket?
        /// True if the standard error is read apart from the standard output.
        var separatesErrors = false
        /// False if the process must stay in this process's session, so that it can use the terminal.
        var hasOwnSession = true
    }

    /// The end of a process.
    enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let process: pid_t
    private let hasOwnSession: Bool
    /// A descriptor that is readable when the process has ended.
    let exitDescriptor: OwnedDescriptor
    /// The standard output of the process, with its standard error unless that is separate.
    let output: OwnedDescriptor
    /// The standard error of the process; nil if it is not separate.
    let errors: OwnedDescriptor?
    private var isReaped = false

    /// Starts a program.
    /// - Throws: `FileSystemError` if it cannot be started.
    init(_ command: Command) throws(FileSystemError) {
        let (output, outputEnd) = try Self.pipe(for: command)
        let separate = command.separatesErrors ? try Self.pipe(for: command) : nil
        let process = try Self.start(command, output: outputEnd, errors: separate?.end ?? outputEnd)
        guard let exitDescriptor = OwnedDescriptor(replay_process_open(process)) else {
            let error = FileSystemError(operation: "start", subject: command.path)
            kill(process, SIGKILL)
            _ = SystemCall.retrying { waitpid(process, nil, 0) }
            throw error
        }
        (self.process, self.exitDescriptor, self.output) = (process, exitDescriptor, output)
        (errors, hasOwnSession) = (separate?.ours, command.hasOwnSession)
    }

    /// Creates a pipe. Only this process's end does not wait.
    private static func pipe(
        for command: Command
    ) throws(FileSystemError) -> (ours: OwnedDescriptor, end: OwnedDescriptor) {
        var ends: [CInt] = [-1, -1]
        guard pipe2(&ends, Int32(O_CLOEXEC | O_NONBLOCK)) == 0, let ours = OwnedDescriptor(ends[0]),
            let end = OwnedDescriptor(ends[1])
        else { throw FileSystemError(operation: "start", subject: command.path) }
        let flags = fcntl(end.descriptor.rawValue, F_GETFL)
        _ = fcntl(end.descriptor.rawValue, F_SETFL, flags & ~O_NONBLOCK)
        return (ours, end)
    }

    private static func start(
        _ command: Command, output: OwnedDescriptor, errors: OwnedDescriptor
    ) throws(FileSystemError) -> pid_t {
        replay_adopt_orphans()
        let variable = HandlerSocket.variable + "="
        var environment = ProgramStart.ownEnvironment.filter { !$0.utf8.starts(with: variable.utf8) }
        if command.socket != nil { environment.append(variable + "\(HandlerSocket.number)") }
        var start = ProgramStart(path: command.path, environment: environment)
        (start.arguments, start.input, start.output) = (command.arguments, command.input, output)
        (start.errors, start.socket) = (errors, command.socket?.descriptor)
        start.hasOwnSession = command.hasOwnSession
        return try start.start()
    }

    deinit { end() }

    /// The memory of the process and its descendants.
    var memory: ProcessMemory {
        ProcessTree.descendants(of: getpid()).reduce(into: ProcessMemory()) { $0.add(process: $1) }
    }

    /// Asks the process and its descendants to end.
    func terminate() {
        guard !isReaped else { return }
        guard !hasOwnSession else { return _ = kill(-process, SIGTERM) }
        for process in ProcessTree.descendants(of: getpid()) { kill(process, SIGTERM) }
    }

    /// Asks the process to end, for at most one second, and kills it and its descendants then.
    func stop() {
        terminate()
        let deadline = HostTime.now + .seconds(1)
        while HostTime.now < deadline {
            var polled = pollfd(fd: exitDescriptor.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 20) > 0 { break }
            // A process that writes while it ends must not wait for a reader.
            for pipe in [output, errors] { if let pipe { _ = ProgramLog.bytes(of: pipe) } }
        }
        end()
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
        kill(hasOwnSession ? -process : process, SIGKILL)
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
