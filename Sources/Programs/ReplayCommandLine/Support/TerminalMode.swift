import Glibc
import Synchronization

/// The two modes of the terminal at standard input: single keys without echo, and its former mode.
final class TerminalMode: Sendable {
    private let former: termios
    private let single: termios
    /// True if the program is about to stop or is stopped.
    private let isSuspended = Mutex(false)

    /// Nil if standard input is not a terminal.
    init?() {
        var mode = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
        former = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        single = mode
    }

    /// True if this program is in the foreground of the terminal. A background program is stopped if it reads from the
    /// terminal or sets its mode.
    var isInFront: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Sets the mode for single keys, if it is not set already.
    func takeKeys() {
        isSuspended.withLock { isSuspended in
            var mode = termios()
            guard !isSuspended, isInFront, tcgetattr(STDIN_FILENO, &mode) == 0, mode.c_lflag != single.c_lflag
            else { return }
            set(single)
        }
    }

    /// Stops the program as Ctrl-Z does, with the terminal's former mode. Returns when the program continues.
    func suspend() {
        isSuspended.withLock { isSuspended in
            isSuspended = true
            putBack()
        }
        // Sent to this thread, which then stops at once. A signal to the process may be delivered to another thread.
        raise(SIGSTOP)
        isSuspended.withLock { $0 = false }
        takeKeys()
    }

    /// Restores the terminal's former mode.
    func putBack() {
        if isInFront { set(former) }
    }

    private func set(_ mode: termios) {
        var mode = mode
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }
}
