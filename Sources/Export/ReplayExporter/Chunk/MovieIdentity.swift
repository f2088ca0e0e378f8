import Descriptors
import FFmpeg
import Files
package import ReplayLibrary
import ReplayMovie

/// The identity of a movie, which shows if the movie has changed.
public struct MovieIdentity: Codable, Sendable, Equatable {
    /// The size of the movie, in bytes.
    public var bytes: Int64
    /// The MurmurHash3 (128 bits) of the whole movie, as 32 hexadecimal digits.
    public var hash: String
    /// The time of the last modification, in nanoseconds since 1970. A different time does not prove a change, because
    /// the file may be a copy.
    public var modified: Int64
}

extension MovieIdentity {
    /// Reads the whole movie.
    init(of recording: Recording) throws {
        let file = try recording.folder.openFile(Recording.movieName, mode: .readOnly)
        (bytes, modified) = try Self.status(of: file, in: recording)
        hash = try ContentHash.of(file, name: recording.displayName)
    }

    /// Checks that the movie has not changed.
    /// - Parameter wholly: True to read the whole movie again; false to read it only if its modification time has
    ///   changed.
    /// - Throws: `ChunkError.movieChanged` if the movie is another one.
    package func check(_ recording: Recording, wholly: Bool) throws {
        let file = try recording.folder.openFile(Recording.movieName, mode: .readOnly)
        let (bytes, modified) = try Self.status(of: file, in: recording)
        guard bytes == self.bytes else { throw ChunkError.movieChanged(recording.displayName) }
        guard wholly || modified != self.modified else { return }
        guard try ContentHash.of(file, name: recording.displayName) == hash else {
            throw ChunkError.movieChanged(recording.displayName)
        }
    }

    private static func status(
        of file: OwnedDescriptor, in recording: Recording
    ) throws -> (bytes: Int64, modified: Int64) {
        let status = try FileSystemError.catching("read", subject: recording.displayName) { try file.descriptor.stat() }
        // The sum wraps around for dates that are centuries away. Any user can give a file such a date.
        return (status.size, Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
    }
}
