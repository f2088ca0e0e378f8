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
        /// Some of its files are damaged: see `RecordingFacts.damage`. What can be read of them is there.
        case damaged
    }

    /// The recording.
    public let id: RecordingID
    /// As they were when the recording was looked up.
    public let facts: RecordingFacts
    package let folder: Directory

    package static let movieName = "movie.mp4"
    /// The movie's frames once more, 640 pixels wide and each a keyframe, for a preview; a recording need not have it.
    package static let proxyName = "proxy.mp4"

    /// What its recorder did, in lines: for who looks for a fault.
    package static let logName = "log.txt"

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
        let facts = (try? folder.read(RecordingFacts.self)) ?? facts
        if facts.damage != nil { return .damaged }
        return facts.ending == nil ? .interrupted : .finished
    }

    /// The movie's size so far, in bytes.
    public var movieSize: Int64 { folder.size(of: Self.movieName) }

    /// Where the recording's files are. They are private: give exports to other programs.
    public var path: String { folder.path }

    /// Where its recorder's log is; nil where there is none.
    public var logPath: String? { folder.contains(Self.logName) ? path + "/" + Self.logName : nil }

    /// The home of the library that it is in.
    package var home: String { path.pathParts.folder.pathParts.folder }

    /// Opens the movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func openMovie() throws -> MovieReader {
        try MovieReader.open(Self.movieName, in: folder, headerCopy: facts.movieHeader.map(Array.init))
    }

    /// How long it is: as its writer said, where the movie bears that out; else what can be read of the movie.
    package func duration(of movie: MovieIndex) -> MediaTime {
        guard let duration = facts.ending?.duration else { return movie.end }
        let shortest = movie.end.adding(-Self.tolerance) ?? movie.end
        let longest = movie.end.adding(Self.maxStill) ?? movie.end
        return duration > shortest && duration < longest ? duration : movie.end
    }

    /// A still screen is written down every two seconds: so much later than its last frame may a movie end.
    package static let maxStill = MediaTime(value: 3, timescale: 1)
    /// By so much may tracks end later than the recording.
    private static let tolerance = MediaTime(value: 1, timescale: 2)
}
