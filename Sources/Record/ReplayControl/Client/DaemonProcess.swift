import Files
package import Glibc
import ReplayLibrary

/// A process of `replayd` or `replay-cast` in its own session, so that it survives its owner and the owner's terminal.
///
/// Replay starts it with `posix_spawn`, because libraries for child processes end a child with the scope that started
/// it.
package struct DaemonProcess {
    package let connection: LineSocket
    package let pid: pid_t

    /// Starts `replayd`.
    static func start(isDetached: Bool, hasOwnSession: Bool = true) throws(RecorderError) -> DaemonProcess {
        try start(try find(), isDetached: isDetached, hasOwnSession: hasOwnSession)
    }

    /// Starts a program, connected by a socket as its standard input.
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - isDetached: True if the process must keep no descriptor of its owner's terminal.
    ///   - hasOwnSession: True if signals of that terminal must not reach the process.
    ///   - inherited: A descriptor of this process that the new one gets, and its number there; nil for none.
    package static func start(
        _ program: String, arguments: [String] = [], isDetached: Bool, hasOwnSession: Bool = true,
        inheriting inherited: (descriptor: CInt, number: CInt)? = nil
    ) throws(RecorderError) -> DaemonProcess {
        guard let (ours, theirs) = LineSocket.pair() else {
            throw RecorderError(.failed, description: "cannot create a socket for \(program)")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, theirs.descriptor.rawValue, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        if let inherited {
            posix_spawn_file_actions_adddup2(&actions, inherited.descriptor, inherited.number)
        }
        if isDetached { posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if hasOwnSession { posix_spawnattr_setflags(&attributes, Int16(newSession)) }
        var pid = pid_t()
        let words = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        let result = posix_spawn(&pid, program, &actions, &attributes, words + [nil], environ)
        guard result == 0 else {
            throw RecorderError(
                .recorderLost, description: "\(program) cannot be started: \(String(cString: strerror(result)))")
        }
        return DaemonProcess(connection: ours, pid: pid)
    }

    /// `POSIX_SPAWN_SETSID`, which Swift's Glibc module does not export.
    private static let newSession: Int32 = 0x80

    /// Finds `replayd`: at `$REPLAY_DAEMON`, or beside this program, or in `$PATH`, in that order.
    package static func find() throws(RecorderError) -> String {
        if let path = ProgramPath.sibling("replayd", variable: "REPLAY_DAEMON") { return path }
        throw RecorderError(
            .unavailable,
            description: "cannot find the recorder’s program “replayd”: it is neither beside this program nor in $PATH")
    }
}
