import Foundation
import Synchronization

/// A run of the real binary `replay` at a terminal of its own: a pseudo-terminal that it is the first program of.
public final class TerminalProcess {
    /// What the terminal was sent so far; whoever waits is woken by more.
    private final class Transcript: Sendable {
        private let state = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))
        private let arrival = DispatchSemaphore(value: 0)

        var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func take(_ bytes: ArraySlice<UInt8>) {
            state.withLock { $0.bytes += bytes }
            arrival.signal()
        }

        func end() {
            state.withLock { $0.isOver = true }
            arrival.signal()
        }

        func waitForMore(until deadline: DispatchTime) -> Bool { arrival.wait(timeout: deadline) == .success }
    }

    /// The program's process id.
    public let pid: pid_t
    /// TIOCSPTLCK and TIOCGPTN, of which Swift's Glibc module has neither, nor of the functions over them.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    private let terminal: Int32
    private let transcript = Transcript()
    private var status: Int32?

    /// Starts it.
    /// - Parameters:
    ///   - program: its path; nil: `replay`.
    ///   - columns: the terminal's width.
    ///   - folder: the working folder.
    public init(
        _ arguments: [String], program: String? = nil, environment: [String: String], folder: URL,
        columns: UInt16 = 120
    ) throws {
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        guard terminal >= 0, ioctl(terminal, Self.setLock, &unlocked) == 0,
            ioctl(terminal, Self.getNumber, &number) == 0
        else { throw ServerError("There is no pseudo-terminal to be had.") }
        let program = program ?? ReplayProcess.programs.appending(path: "replay").path
        pid = try Self.spawn([program] + arguments, environment, folder, on: "/dev/pts/\(number)")
        resize(columns: columns)
        let reader = Thread { [terminal, transcript] in Self.read(terminal, into: transcript) }
        reader.start()
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        // The reader ends and closes the terminal once its last program has gone.
    }

    /// All that was shown so far.
    public var text: String { transcript.text }

    /// Changes the width of the terminal.
    public func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// Whether its program takes single keys, unechoed, as neither a shell's command does nor a line of text.
    public var takesSingleKeys: Bool {
        var mode = termios()
        return tcgetattr(terminal, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Types this; “\u{4}” at the beginning of a line ends the input.
    public func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = Foundation.write(terminal, bytes, bytes.count)
    }

    /// Waits until so many of these texts have been shown.
    /// - Throws: ``ServerError`` when the limit, in seconds, has passed or the program has ended before.
    public func awaitText(_ wanted: String, count: Int = 1, limit: Int = 30) throws {
        let deadline = DispatchTime.now() + .seconds(limit)
        while text.components(separatedBy: wanted).count <= count {
            guard !transcript.isOver, transcript.waitForMore(until: deadline) else {
                throw ServerError("“\(wanted)” was not shown: \(text)")
            }
        }
    }

    /// Waits for its end; kills it when the limit, in seconds, has passed.
    /// - Returns: its exit code; a signal's number, below zero, where it was killed.
    public func wait(limit: Int = 60) throws -> Int32 {
        let deadline = DispatchTime.now() + .seconds(limit)
        while !transcript.isOver {
            guard transcript.waitForMore(until: deadline) else {
                kill(pid, SIGKILL)
                throw ServerError("It did not end within \(limit) s: \(text)")
            }
        }
        var ended: Int32 = 0
        waitpid(pid, &ended, 0)
        let code = ended & 0x7f == 0 ? ended >> 8 & 0xff : -(ended & 0x7f)
        status = code
        return code
    }

    private static func read(_ terminal: Int32, into transcript: Transcript) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(terminal, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            // EIO: nobody has the terminal open any more.
            guard count > 0 else { break }
            transcript.take(buffer[..<count])
        }
        transcript.end()
        close(terminal)
    }

    /// The first terminal that a session's leader opens becomes its own.
    private static func spawn(
        _ command: [String], _ environment: [String: String], _ folder: URL, on terminal: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID and POSIX_SPAWN_SETSIGMASK.
        posix_spawnattr_setflags(&attributes, 0x80 | 0x08)
        let program = "/usr/bin/env"
        let words = ([program, "-C", folder.path] + command).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, program, &actions, &attributes, words, variables)
        guard result == 0 else {
            throw ServerError("\(program) cannot be started: \(String(cString: strerror(result)))")
        }
        return pid
    }
}
