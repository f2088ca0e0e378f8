import Descriptors
import FFmpeg
import Files
import ReplayLibrary
import SystemPackage

/// The identity of a file: a hash of its contents, and its size and date, which often avoid reading the file.
struct FileIdentity: Codable, Hashable, Sendable {
    /// The size in bytes.
    let bytes: Int64
    /// The modification time, in nanoseconds since 1970.
    let modified: Int64
    /// A `ContentHash`.
    let hash: String

    /// Returns the identity of a file. It reads the whole file.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    static func of(_ path: String) throws -> FileIdentity {
        let file = try OwnedDescriptor(opening: path, mode: .readOnly, options: .nonBlocking)
        let status = try FileSystemError.catching("open", subject: path) { try file.descriptor.stat() }
        guard status.type == .regular else { throw MovieError(path: path, reason: .noFile) }
        return FileIdentity(
            bytes: status.size, modified: status.modified, hash: try ContentHash.of(file, name: path))
    }

    /// Returns the identity of a file as `of(_:)` does, but does not read the file if it has the size of the
    /// announced one.
    static func of(_ path: String, announced: FileIdentity?) throws -> FileIdentity {
        guard let announced, let status = try? Stat(path.cPath), status.size == announced.bytes else {
            return try of(path)
        }
        return FileIdentity(bytes: announced.bytes, modified: status.modified, hash: announced.hash)
    }

    /// Creates the identity of a file that is about to be written.
    init(bytes: Int64, hash: String) { self.init(bytes: bytes, modified: 0, hash: hash) }

    private init(bytes: Int64, modified: Int64, hash: String) {
        (self.bytes, self.modified, self.hash) = (bytes, modified, hash)
    }

    /// Returns the size of a file in bytes, or nil if there is no such file.
    static func size(of path: String) -> Int64? {
        guard let status = try? Stat(path.cPath), status.type == .regular else { return nil }
        return status.size
    }

    /// Returns true if the file at a path is still this one. It reads the file only if its date has changed but not
    /// its size.
    func isThat(of path: String) -> Bool {
        guard let status = try? Stat(path.cPath), status.size == bytes else { return false }
        // A file that cannot be read does not match.
        return status.modified == modified || (try? Self.of(path).hash) == hash
    }
}

extension Stat {
    /// The modification time in nanoseconds. It wraps for dates centuries away, which any user may give to a file.
    fileprivate var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
}
