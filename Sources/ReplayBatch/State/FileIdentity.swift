import FFmpeg
import Glibc
import ReplayLibrary

/// By which a file is known again: what is in it, and the size and date that spare reading it.
struct FileIdentity: Codable, Hashable, Sendable {
    /// In bytes.
    let bytes: Int64
    /// When it was last written to, in nanoseconds since 1970.
    let modified: Int64
    /// A `ContentHash`.
    let hash: String

    /// Reads the whole file.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    static func of(_ path: String) throws -> FileIdentity {
        let descriptor = open(path.cPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileSystemError(operation: "open", subject: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileSystemError(operation: "open", subject: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw MovieError(path: path, reason: .noFile) }
        return FileIdentity(
            bytes: Int64(status.st_size), modified: status.modified,
            hash: try ContentHash.of(descriptor: descriptor, name: path))
    }

    /// As `of(_:)`, but the file is not read where it is of the size of one that was announced.
    static func of(_ path: String, announced: FileIdentity?) throws -> FileIdentity {
        var status = stat()
        guard let announced, stat(path.cPath, &status) == 0, Int64(status.st_size) == announced.bytes else {
            return try of(path)
        }
        return FileIdentity(bytes: announced.bytes, modified: status.modified, hash: announced.hash)
    }

    /// One that is about to be written.
    init(bytes: Int64, hash: String) { self.init(bytes: bytes, modified: 0, hash: hash) }

    private init(bytes: Int64, modified: Int64, hash: String) {
        (self.bytes, self.modified, self.hash) = (bytes, modified, hash)
    }

    /// In bytes; nil: there is no file.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path.cPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Whether the file there is this one still. It is read only where its date has changed and its size has not.
    func isThat(of path: String) -> Bool {
        var status = stat()
        guard stat(path.cPath, &status) == 0, Int64(status.st_size) == bytes else { return false }
        // One that cannot be read is none that is known.
        return status.modified == modified || (try? Self.of(path).hash) == hash
    }
}

extension stat {
    /// It wraps for dates centuries away, which anybody may give to a file.
    fileprivate var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
}
