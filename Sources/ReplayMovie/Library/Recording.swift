package import MediaTime

/// A recording: a private movie with its facts, its events and its edit, in a folder of its own.
///
/// Only Replay opens the movie; other programs are given exports.
public struct Recording: Sendable, Identifiable {
    /// What a recording is at the moment.
    public enum State: String, Codable, Sendable {
        /// It is being written.
        case recording
        /// It came to its end, whatever the reason: see `RecordingFacts.Ending`.
        case finished
        /// Its writer was killed. What had been written is there.
        case interrupted
    }

    /// The recording.
    public let id: RecordingID
    /// As they were when the recording was looked up.
    public let facts: RecordingFacts
    package let folder: Directory

    package static let movieName = "movie.mp4"
    /// The movie's pictures once more, 640 pixels wide and each a keyframe, for a preview; a recording need not have it.
    package static let proxyName = "proxy.mp4"

    package init(id: RecordingID, facts: RecordingFacts, folder: Directory) {
        self.id = id
        self.facts = facts
        self.folder = folder
    }

    /// What its user calls it, or its id.
    public var displayName: String { facts.name ?? id.description }

    /// Looked at afresh with each call.
    public var state: State {
        if RecordingLock.isHeld(in: folder) { return .recording }
        // The writer's last act before it lets go is to say how the recording ended.
        return ((try? folder.read(RecordingFacts.self)) ?? facts).ending == nil ? .interrupted : .finished
    }

    /// The movie's size so far, in bytes.
    public var movieSize: Int64 { folder.size(of: Self.movieName) }

    /// Where the recording's files are. They are private: give exports to other programs.
    public var path: String { folder.path }

    /// The home of the library that it is in.
    package var home: String { path.pathParts.folder.pathParts.folder }

    /// Opens the movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func openMovie() throws -> MovieReader { try MovieReader.open(Self.movieName, in: folder) }

    /// How long it is: as its writer said, or what can be read of the movie.
    package func duration(of movie: MovieIndex) -> MediaTime { facts.ending?.duration ?? movie.end }
}
