import Foundation
import ReplayTestSupport
import Synchronization

/// A movie file that several tests use. ffmpeg makes it once.
final class MadeMovie: Sendable {
    private static let movies = Mutex<[[String]: MadeMovie]>([:])
    private static let folder = Result { try TemporaryDirectory.ofProcess("movies") }

    /// The path of the file; nil until it is made.
    private let path = Mutex<String?>(nil)

    /// Returns the path of the file that ffmpeg makes with these arguments.
    /// - Parameter ending: The file name's extension, by which ffmpeg chooses the container.
    static func path(_ arguments: [String], ending: String) throws -> String {
        let movie = movies.withLock { movies in
            let movie = movies[arguments + [ending]] ?? MadeMovie()
            movies[arguments + [ending]] = movie
            return movie
        }
        // Only tests that need the same movie wait here.
        return try movie.path.withLock { path in
            if let path { return path }
            let made = try folder.get().path("\(UUID()).\(ending)")
            _ = try ChildProcess.tool(["ffmpeg", "-v", "error", "-nostdin"] + arguments + [made])
            path = made
            return made
        }
    }
}
