import Descriptors
import Files
import Glibc

/// A file or terminal that receives a copy of the log.
final class LogStream: Sendable {
    /// The path of the file, or nil if it is standard error.
    let path: String?
    private let file: OwnedDescriptor
    /// True for a terminal, where another program may have drawn a line. That line is erased first.
    private let isTerminal: Bool

    /// Opens a file for appending, and creates it with mode 0600 if necessary.
    /// - Throws: `FileSystemError`.
    static func file(_ path: String) throws(FileSystemError) -> LogStream {
        // Nonblocking, because a pipe without a reader must not stop the recording.
        let file = try OwnedDescriptor(
            opening: path, mode: .writeOnly, options: [.create, .append, .nonBlocking, .init(rawValue: O_NOCTTY)],
            permissions: .ownerReadWrite, to: "write the log to")
        return LogStream(file, path: path)
    }

    /// Returns standard error of this process, or nil if it is closed.
    static func standardError() -> LogStream? {
        OwnedDescriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)).map { LogStream($0) }
    }

    init(_ file: OwnedDescriptor, path: String? = nil) {
        self.path = path
        self.file = file
        isTerminal = isatty(file.descriptor.rawValue) == 1
    }

    /// Writes lines.
    /// - Throws: `FileSystemError`; the lines, or a part of them, are not written then.
    func write(_ lines: [UInt8]) throws(FileSystemError) {
        let bytes = isTerminal ? Array("\r\u{1B}[K".utf8) + lines : lines
        try FileSystemError.catching("write the log to", subject: path ?? "standard error") {
            _ = try file.descriptor.writeAll(bytes)
        }
    }
}
