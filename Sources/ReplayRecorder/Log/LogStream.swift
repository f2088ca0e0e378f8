import Descriptors
import Glibc
import ReplayLibrary

/// A file or terminal that the log goes to as well.
final class LogStream: Sendable {
    /// The path of the file, or nil if it is standard error.
    let path: String?
    private let file: OwnedDescriptor
    /// Whether somebody else may have drawn a line there, which is removed first.
    private let isTerminal: Bool

    /// Opens a file to add to, made with mode 0600 where it is missing.
    /// - Throws: `FileSystemError`.
    static func file(_ path: String) throws(FileSystemError) -> LogStream {
        // A pipe that nobody reads must not hold up the recording.
        let file = try OwnedDescriptor(
            opening: path, .writeOnly, [.create, .append, .nonBlocking, .init(rawValue: O_NOCTTY)],
            permissions: .ownerReadWrite, to: "write the log to")
        return LogStream(file, path: path)
    }

    /// Standard error of this process; nil where there is none.
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
        try FileSystemError.catching("write the log to", path ?? "standard error") {
            _ = try file.descriptor.writeAll(bytes)
        }
    }
}
