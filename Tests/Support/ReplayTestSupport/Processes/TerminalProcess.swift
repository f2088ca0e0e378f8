import Foundation
import SystemPackage

/// A run of the real program `replay` at its own pseudo-terminal, as the first program of a session.
public final class TerminalProcess {
    /// The program's process id.
    public let pid: pid_t
    /// TIOCSPTLCK and TIOCGPTN. Swift's Glibc module lacks both, and the functions that use them.
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

    private let terminal: Descriptor
    private let transcript: Transcript
    private var status: Int32?

    /// Starts the program.
    /// - Parameters:
    ///   - program: The program's path; nil for `replay`.
    ///   - columns: The terminal's width.
    ///   - folder: The working folder.
    public init(
        _ arguments: [String], program: String? = nil, environment: [String: String], folder: URL,
        columns: UInt16 = 120
    ) throws {
        let options: FileDescriptor.OpenOptions = [.closeOnExec, .init(rawValue: O_NOCTTY)]
        terminal = Descriptor(try FileDescriptor.open("/dev/ptmx", .readWrite, options: options))
        var (unlocked, number): (Int32, Int32) = (0, 0)
        guard ioctl(terminal.number.rawValue, Self.setLock, &unlocked) == 0,
            ioctl(terminal.number.rawValue, Self.getNumber, &number) == 0
        else { throw ServerError("There is no pseudo-terminal to be had.") }
        pid = try Spawn.start(
            [program ?? BuiltProgram.replay.path] + arguments, environment: environment, folder: folder,
            streams: .terminal("/dev/pts/\(number)"))
        transcript = Transcript(reading: terminal)
        resize(columns: columns)
    }

    deinit {
        if status == nil {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        // The reader ends and closes the terminal after the last program has closed it.
    }

    /// All text that was shown so far.
    public var text: String { transcript.text }

    /// Changes the width of the terminal.
    public func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = terminal.whileOpen { ioctl($0.rawValue, UInt(TIOCSWINSZ), &size) }
    }

    /// True if the program reads single keys without echo. A command of a shell, or a line of text, does not.
    public var takesSingleKeys: Bool {
        var mode = termios()
        return terminal.whileOpen { tcgetattr($0.rawValue, &mode) } == 0 && mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Types the keys. “\u{4}” at the beginning of a line ends the input.
    public func type(_ keys: String) {
        _ = terminal.whileOpen { try? $0.writeAll(keys.utf8) }
    }

    /// Waits until the text has been shown `count` times.
    /// - Throws: ``ServerError`` if ``WaitLimit`` has passed or the program has ended before.
    public func awaitText(_ wanted: String, count: Int = 1) throws {
        let deadline = DispatchTime.now() + .seconds(WaitLimit.seconds)
        let isShown = transcript.wait(until: deadline) { bytes, _ in
            String(decoding: bytes, as: UTF8.self).components(separatedBy: wanted).count > count
        }
        guard isShown else { throw ServerError("“\(wanted)” was not shown: \(text)") }
    }

    /// Waits for the program's end. Kills the program if ``WaitLimit`` has passed.
    /// - Returns: The exit code; the negative number of the signal if the program was killed.
    public func wait() throws -> Int32 {
        let deadline = DispatchTime.now() + .seconds(WaitLimit.seconds)
        guard transcript.waitForEnd(until: deadline) else {
            kill(pid, SIGKILL)
            throw ServerError("It did not end within \(WaitLimit.seconds) s: \(text)")
        }
        var ended: Int32 = 0
        waitpid(pid, &ended, 0)
        let code = ended & 0x7f == 0 ? ended >> 8 & 0xff : -(ended & 0x7f)
        status = code
        return code
    }
}
