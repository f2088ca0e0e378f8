import Foundation
import ReplayTestSupport
import Synchronization

/// A movie file that several tests want: ffmpeg makes it once.
final class MadeMovie: Sendable {
    private static let movies = Mutex<[[String]: MadeMovie]>([:])
    private static let folder = Result { try TemporaryDirectory.ofProcess("movies") }

    /// Nil: it is not made yet.
    private let path = Mutex<String?>(nil)

    /// The path of what ffmpeg makes of its arguments.
    /// - Parameter ending: the name's, by which ffmpeg chooses the container.
    static func path(_ arguments: [String], ending: String) throws -> String {
        let movie = movies.withLock { movies in
            let movie = movies[arguments + [ending]] ?? MadeMovie()
            movies[arguments + [ending]] = movie
            return movie
        }
        // Whoever wants the same waits here; others do not.
        return try movie.path.withLock { path in
            if let path { return path }
            let made = try folder.get().path("\(UUID()).\(ending)")
            _ = try ChildProcess.tool(["ffmpeg", "-v", "error", "-nostdin"] + arguments + [made])
            path = made
            return made
        }
    }
}
