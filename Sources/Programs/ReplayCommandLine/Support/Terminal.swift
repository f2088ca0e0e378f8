import Glibc
import SystemPackage

/// Output on standard error, apart from the result: messages, and a line that is redrawn.
package enum Terminal {
    /// True if standard error is a terminal.
    package static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    package static var width: Int {
        var size = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
            if size.ws_col > 0 { return Int(size.ws_col) }
        }
        return 80
    }

    package static func say(_ sentence: String) { write(sentence + "\n") }

    /// Writes the beginning of a line that the user completes.
    package static func prompt(_ question: String) { write(question) }

    /// Replaces the line that was drawn last. Does nothing if standard error is not a terminal.
    package static func draw(_ line: String) {
        guard isInteractive else { return }
        write("\r\u{1B}[K" + line.prefix(width - 1))
    }

    /// Erases the line that was drawn last.
    package static func clearLine() {
        if isInteractive { write("\r\u{1B}[K") }
    }

    /// Writes to standard error. Errors are ignored, because they could not be reported.
    private static func write(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }
}
