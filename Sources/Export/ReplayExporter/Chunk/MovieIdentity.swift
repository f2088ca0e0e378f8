import Descriptors
import FFmpeg
import Files
import ReplayLibrary
import ReplayMovie

/// Tells whether a movie is still what it was.
public struct MovieIdentity: Codable, Sendable, Equatable {
    /// In bytes.
    public var bytes: Int64
    /// MurmurHash3 (128 bits) of all of it, as 32 hexadecimal digits.
    public var hash: String
    /// When it was changed last, in nanoseconds since 1970. Another time tells nothing: a copy may be the same.
    public var modified: Int64
}

extension MovieIdentity {
    /// Reads the whole movie.
    init(of recording: Recording) throws {
        let file = try recording.folder.openFile(Recording.movieName, .readOnly)
        (bytes, modified) = try Self.status(file, recording)
        hash = try ContentHash.of(file, name: recording.displayName)
    }

    /// - Parameter wholly: whether all of it is read again; otherwise it is only where it has been touched since.
    /// - Throws: `ChunkError.movieChanged` where it is another.
    func check(_ recording: Recording, wholly: Bool) throws {
        let file = try recording.folder.openFile(Recording.movieName, .readOnly)
        let (bytes, modified) = try Self.status(file, recording)
        guard bytes == self.bytes else { throw ChunkError.movieChanged(recording.displayName) }
        guard wholly || modified != self.modified else { return }
        guard try ContentHash.of(file, name: recording.displayName) == hash else {
            throw ChunkError.movieChanged(recording.displayName)
        }
    }

    private static func status(
        _ file: OwnedDescriptor, _ recording: Recording
    ) throws -> (bytes: Int64, modified: Int64) {
        let status = try FileSystemError.catching("read", recording.displayName) { try file.descriptor.stat() }
        // It wraps for dates centuries away, which anybody may give to a file.
        return (status.size, Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    }
}
