import Files
import Glibc
import ReplayLibrary

/// The file that a follower reads: a movie, or one of its parts.
struct FollowedFile {
    /// The part; nil if the movie is one file.
    let part: MoviePart?
    let file: MovieFile
    let header: FoundHeader

    /// - Throws: `FileSystemError`, and `MovieError.Reason.noHeader` if the header is not complete.
    init(_ name: String, part: MoviePart? = nil, in folder: Directory) throws {
        let path = folder.path + "/" + name
        self.part = part
        file = try MovieFile(try folder.openFile(name, mode: .readOnly, options: .nonBlocking), path: path)
        guard let found = try FoundHeader.find(in: file, copy: nil) else {
            throw MovieError(path: path, reason: .noHeader)
        }
        header = found
    }

    /// Opens the first part of a movie from a number on.
    /// - Returns: Nil if there is no such part, or if its header is not complete yet.
    /// - Throws: `FileSystemError`, `MovieError`.
    static func firstPart(from number: Int, in folder: Directory) throws -> FollowedFile? {
        for part in MoviePart.all(in: try folder.entries()) where part.number >= number {
            do {
                return try FollowedFile(part.name, part: part, in: folder)
            } catch let error as FileSystemError where error.code == ENOENT {
                // The recorder has removed the part, because it is too old.
            } catch let error as MovieError where error.reason == .noHeader {
                return nil
            }
        }
        return nil
    }
}
