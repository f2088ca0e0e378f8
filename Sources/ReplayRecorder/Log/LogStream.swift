import Glibc
import ReplayLibrary

/// A file or terminal that the log goes to as well. Owns its descriptor.
final class LogStream: Sendable {
    private let descriptor: Int32
    /// Whether somebody else may have drawn a line there, which is removed first.
    private let isTerminal: Bool

    /// Opens a file to add to, made with mode 0600 where it is missing.
    /// - Throws: `FileSystemError`.
    static func file(_ path: String) throws(FileSystemError) -> LogStream {
        // A pipe that nobody reads must not hold up the recording.
        let descriptor = open(path.cPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw FileSystemError(operation: "write the log to", subject: path) }
        return LogStream(descriptor)
    }

    /// Standard error of this process; nil where there is none.
    static func standardError() -> LogStream? {
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        return descriptor < 0 ? nil : LogStream(descriptor)
    }

    /// Takes over `descriptor`.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    deinit { close(descriptor) }

    /// Writes lines; what cannot be written is lost, for a recording is not.
    func write(_ lines: [UInt8]) {
        var rest = (isTerminal ? Array("\r\u{1B}[K".utf8) + lines : lines)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || count < 0 && errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
