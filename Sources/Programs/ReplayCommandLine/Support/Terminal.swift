import Glibc
import SystemPackage

/// Standard error, for what is not the result: sentences, and one line that is drawn again and again.
package enum Terminal {
    /// Whether a person reads standard error.
    package static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

    package static var width: Int {
        var size = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 {
            if size.ws_col > 0 { return Int(size.ws_col) }
        }
        return 80
    }

    package static func say(_ sentence: String) { write(sentence + "\n") }

    /// Writes the beginning of a line, for a person to complete.
    package static func prompt(_ question: String) { write(question) }

    /// Draws a line in place of the one before. Does nothing where nobody reads.
    package static func draw(_ line: String) {
        guard isInteractive else { return }
        write("\r\u{1B}[K" + line.prefix(width - 1))
    }

    /// Removes the line that was drawn.
    package static func clearLine() {
        if isInteractive { write("\r\u{1B}[K") }
    }

    /// What cannot be written is lost: there is nobody left to be told.
    private static func write(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }
}
