import CLinux
import Glibc

/// A way to leave a sandbox.
package enum Probe: String, Codable, CaseIterable, Sendable {
    // Files.
    case readFile, listFolder, readThroughProc, createFile, appendToFile, truncateFile, removeFile, renameFile
    case makeFolder, linkFile, changeMode, statFile
    // The network and other processes.
    case streamSocket, localSocket, newStreamSocket, datagramSocket, netlinkSocket, killParent, inspectParent,
        readParentMemory
    case readParentEnvironment, traceParent, startProcess, execute
    // The kernel.
    case newClone, ioUring, openWithPolicy, executableMemory, raiseLimits, pushTerminalInput, unshare, keyring, events
    // The end of the process.
    case crash, loop, exit, allocate

    /// The attempts to leave the sandbox.
    package static let attempts = allCases.filter { ![.crash, .loop, .exit, .allocate].contains($0) }
    /// The attempts that kill the process.
    package static let deadly: Set<Probe> = [.inspectParent, .traceParent, .execute, .keyring, .events]
    /// The attempts that fail without a sandbox too, because their arguments are invalid or the rights of the tests are
    /// not enough.
    package static let impossible: Set<Probe> = [
        .traceParent, .execute, .newClone, .ioUring, .openWithPolicy, .pushTerminalInput, .unshare, .keyring, .events,
        .netlinkSocket, .raiseLimits, .readParentMemory, .readParentEnvironment,
    ]

    /// Makes the attempt.
    /// - Returns: The `errno`; 0 if it succeeded.
    func attempt(_ path: String) -> Int32 {
        errno = 0
        return result(path) >= 0 ? 0 : errno
    }

    private func result(_ path: String) -> Int {
        let parent = getppid()
        return switch self {
        case .readFile: Int(open(path, O_RDONLY))
        case .listFolder: Int(open("/", O_RDONLY | O_DIRECTORY))
        case .readThroughProc: Int(open("/proc/self/root" + path, O_RDONLY))
        case .createFile: Int(open(path + ".new", O_WRONLY | O_CREAT, 0o600))
        case .appendToFile: Int(open(path, O_WRONLY | O_APPEND))
        case .truncateFile: Int(truncate(path, 0))
        case .removeFile: Int(unlink(path))
        case .renameFile: Int(rename(path, path + ".old"))
        case .makeFolder: Int(mkdir(path + ".folder", 0o700))
        case .linkFile: Int(link(path, path + ".link"))
        case .changeMode: Int(chmod(path, 0o666))
        case .statFile: Int(Self.status(path))
        case .streamSocket: Self.socket(AF_INET, SOCK_STREAM)
        case .localSocket: Self.socket(AF_UNIX, SOCK_STREAM)
        case .newStreamSocket: Self.socket(AF_INET6, SOCK_STREAM)
        case .datagramSocket: Self.socket(AF_INET, SOCK_DGRAM)
        case .netlinkSocket: Self.socket(AF_NETLINK, SOCK_RAW)
        case .killParent: Int(kill(parent, 0))
        case .inspectParent: call(SYS_process_vm_readv, parent, 0, 0)
        case .readParentMemory: Int(open("/proc/\(parent)/mem", O_RDONLY))
        case .readParentEnvironment: Int(open("/proc/\(parent)/environ", O_RDONLY))
        case .traceParent: call(SYS_ptrace, Self.invalidRequest, parent, 0)
        case .startProcess: startedProcess()
        case .execute: call(SYS_execve, 0, 0, 0)
        case .newClone: call(SYS_clone3, 0, 0, 0)
        case .ioUring: call(SYS_io_uring_setup, 1, 0, 0)
        case .openWithPolicy: call(SYS_openat2, AT_FDCWD, 0, 0)
        case .executableMemory: Self.mapExecutable()
        case .raiseLimits: Int(Self.raiseLimits())
        case .pushTerminalInput: call(SYS_ioctl, 0, CInt(TIOCSTI), 0)
        case .unshare: call(SYS_unshare, 0x1000_0000, 0, 0)
        case .keyring: call(SYS_keyctl, 0, 0, 0)
        case .events: call(SYS_perf_event_open, 0, 0, 0)
        case .crash: Int(raise(SIGSEGV))
        case .loop: Self.loop()
        case .exit: Glibc.exit(3)
        case .allocate: Self.allocate()
        }
    }

    private func call(_ number: CInt, _ one: CInt, _ two: CInt, _ three: CInt) -> Int {
        replay_system_call(Int(number), Int(one), Int(two), Int(three))
    }

    /// A request that ptrace(2) refuses, so that it never stops the parent.
    private static let invalidRequest: CInt = 9999

    private func startedProcess() -> Int {
        let process = call(SYS_clone, SIGCHLD, 0, 0)
        if process == 0 { _exit(0) }
        return process
    }

    private static func status(_ path: String) -> CInt {
        var status = stat()
        return lstat(path, &status)
    }

    private static func socket(_ family: CInt, _ type: __socket_type) -> Int {
        Int(Glibc.socket(family, CInt(type.rawValue), 0))
    }

    private static func mapExecutable() -> Int {
        let memory = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return memory == MAP_FAILED ? -1 : 0
    }

    private static func loop() -> Int {
        while getppid() > 1 {}
        return 0
    }

    /// Allocates memory until it fails, and frees it.
    private static func allocate() -> Int {
        var blocks: [UnsafeMutableRawPointer] = []
        while let block = malloc(64 << 20) { blocks.append(block) }
        let code = errno
        blocks.forEach { free($0) }
        errno = code
        return -1
    }

    private static func raiseLimits() -> CInt {
        var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
