import Foundation

/// Starts programs with `posix_spawn`.
///
/// Foundation's `Process` keeps the files of a child open after its end. With some 1350 open descriptors, its `run()`
/// reads beyond the listing of `/proc/self/fd` and crashes.
enum Spawn {
    /// The standard streams of a program.
    enum Streams {
        case descriptors(input: Int32, output: Int32, errors: Int32)
        /// The path of a terminal, which becomes the controlling terminal of a new session.
        case terminal(String)
    }

    /// Flags of `posix_spawn`, which Swift's Glibc module lacks.
    private static let (setGroup, setDefaults, setMask, setSession) = (0x02, 0x04, 0x08, 0x80)

    /// Starts a program in its own process group or session, with no signal blocked or ignored. A child inherits the
    /// signal mask of the thread that starts it, and worker threads of Swift's runtime block nearly all signals.
    ///
    /// - Parameters:
    ///   - command: The program, which is searched in the PATH of its own environment, and its arguments.
    ///   - folder: The working folder; nil for that of this process.
    static func start(
        _ command: [String], environment: [String: String], folder: URL?, streams: Streams
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        add(streams, to: &actions)
        // “env -C” is not used, because the folder may be removed before it runs.
        if let folder, changeDirectory?(&actions, folder.path) != 0 {
            throw ServerError("\(command) cannot be started in \(folder.path).")
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignals(&attributes)
        let isSession = if case .terminal = streams { true } else { false }
        posix_spawnattr_setflags(&attributes, Int16(setDefaults | setMask | (isSession ? setSession : setGroup)))
        return try spawn(["/usr/bin/env"] + command, environment, &actions, &attributes)
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t
    ) throws -> pid_t {
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, command[0], &actions, &attributes, words, variables)
        guard result == 0 else {
            throw ServerError("\(command) cannot be started: \(String(cString: strerror(result)))")
        }
        return pid
    }

    private static func add(_ streams: Streams, to actions: inout posix_spawn_file_actions_t) {
        switch streams {
        case .descriptors(let input, let output, let errors):
            for (theirs, ours) in [input, output, errors].enumerated() {
                posix_spawn_file_actions_adddup2(&actions, ours, Int32(theirs))
            }
        case .terminal(let path):
            // The first terminal that a session's leader opens becomes its controlling terminal.
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
            for theirs in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, theirs)
            }
        }
        _ = closeOthers?(&actions, STDERR_FILENO + 1)
    }

    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    private typealias ChangeDirectory =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32

    /// Functions of glibc 2.34 and 2.29 that Swift's Glibc module lacks.
    private static let closeOthers = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }
    private static let changeDirectory = dlsym(nil, "posix_spawn_file_actions_addchdir_np").map {
        unsafeBitCast($0, to: ChangeDirectory.self)
    }

    private static func setSignals(_ attributes: inout posix_spawnattr_t) {
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
    }
}
