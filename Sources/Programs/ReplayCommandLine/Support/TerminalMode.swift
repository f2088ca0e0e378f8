import Glibc
import Synchronization

/// The two modes of the terminal at standard input: with single keys, unechoed, and as it was before.
final class TerminalMode: Sendable {
    private let former: termios
    private let single: termios
    /// Whether the program is about to stop, or stopped.
    private let isSuspended = Mutex(false)

    /// - Returns: nil where standard input is no terminal.
    init?() {
        var mode = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
        former = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        single = mode
    }

    /// Whether the terminal is this program's at present, rather than that of the shell or of another job: one that is not
    /// in front is stopped where it reads from the terminal or sets its mode.
    var isInFront: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Takes single keys, if that is not so already.
    func takeKeys() {
        isSuspended.withLock { isSuspended in
            var mode = termios()
            guard !isSuspended, isInFront, tcgetattr(STDIN_FILENO, &mode) == 0, mode.c_lflag != single.c_lflag
            else { return }
            set(single)
        }
    }

    /// Stops the program as Ctrl-Z does, with the terminal as it was before; returns when it goes on.
    func suspend() {
        isSuspended.withLock { isSuspended in
            isSuspended = true
            putBack()
        }
        // By this thread, which goes no further then; a signal to the process may find another.
        raise(SIGSTOP)
        isSuspended.withLock { $0 = false }
        takeKeys()
    }

    /// Puts the terminal back as it was.
    func putBack() {
        if isInFront { set(former) }
    }

    private func set(_ mode: termios) {
        var mode = mode
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }
}
