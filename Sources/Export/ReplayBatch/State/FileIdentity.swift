import Descriptors
import FFmpeg
import Files
import ReplayLibrary
import SystemPackage

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
        let file = try OwnedDescriptor(opening: path, .readOnly, .nonBlocking)
        let status = try FileSystemError.catching("open", path) { try file.descriptor.stat() }
        guard status.type == .regular else { throw MovieError(path: path, reason: .noFile) }
        return FileIdentity(
            bytes: status.size, modified: status.modified, hash: try ContentHash.of(file, name: path))
    }

    /// As `of(_:)`, but the file is not read where it is of the size of one that was announced.
    static func of(_ path: String, announced: FileIdentity?) throws -> FileIdentity {
        guard let announced, let status = try? Stat(path.cPath), status.size == announced.bytes else {
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
        guard let status = try? Stat(path.cPath), status.type == .regular else { return nil }
        return status.size
    }

    /// Whether the file there is this one still. It is read only where its date has changed and its size has not.
    func isThat(of path: String) -> Bool {
        guard let status = try? Stat(path.cPath), status.size == bytes else { return false }
        // One that cannot be read is none that is known.
        return status.modified == modified || (try? Self.of(path).hash) == hash
    }
}

extension Stat {
    /// It wraps for dates centuries away, which anybody may give to a file.
    fileprivate var modified: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
}
