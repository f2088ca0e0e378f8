public import Files
import Glibc

/// The recordings of one user: a folder with one folder for each recording.
public struct RecordingLibrary: Sendable {
    let folder: Directory

    /// The advice for a folder that other users own or may write to.
    package static let advice = "or set REPLAY_HOME to another folder"

    /// Opens the library, and creates it if it is missing.
    ///
    /// A library that others own or may write to is refused: they could read recordings or replace them.
    /// - Parameter home: The library's folder; nil for `$REPLAY_HOME`, else
    ///   `$XDG_DATA_HOME/replay`, else `~/.local/share/replay`.
    /// - Throws: `FileSystemError`, with `EPERM` if the library is not the user's alone.
    public static func open(home: String? = nil) throws(FileSystemError) -> RecordingLibrary {
        let home = try Self.home(home)
        try Directory.create(home).requireOwned(advice: advice)
        let folder = try Directory.create(home + "/recordings")
        try folder.requireOwned(advice: advice)
        return RecordingLibrary(folder: folder)
    }

    /// Returns `home`, or the default home if it is nil.
    package static func home(_ home: String?) throws(FileSystemError) -> String {
        if let home { home } else { try defaultHome }
    }

    /// The default library folder of this process's user: `$REPLAY_HOME`,
    /// `$XDG_DATA_HOME/replay` or `~/.local/share/replay`.
    ///
    /// The home folder `~` is `$HOME`, or the one in the passwd database.
    /// - Throws: `FileSystemError` if the user has no home.
    public static var defaultHome: String {
        get throws(FileSystemError) {
            if let home = String.variable("REPLAY_HOME") { return home }
            if let data = String.variable("XDG_DATA_HOME") { return data + "/replay" }
            return try HomeFolder.path() + "/.local/share/replay"
        }
    }

    /// The path of the folder that contains the recordings.
    package var path: String { folder.path }

    /// Returns the free space on the library's disk, in bytes; nil if the file system does not report it.
    public func freeBytes() -> Int64? { folder.freeBytes }

    /// Returns the ids of all recordings, oldest first.
    /// - Throws: `FileSystemError` if the folder cannot be read.
    public func ids() throws(FileSystemError) -> [RecordingID] {
        try folder.entries().compactMap { RecordingID($0) }
    }

    /// Returns all recordings that can be opened, oldest first. If `recording.json`
    /// cannot be read, facts come from the movie.
    /// - Throws: `FileSystemError` if the library's folder cannot be read.
    public func recordings() throws(FileSystemError) -> [Recording] { try contents().recordings }

    /// Returns all recordings, oldest first, and the folders of recordings that cannot be opened.
    /// - Throws: `FileSystemError` if the library's folder cannot be read.
    public func contents() throws(FileSystemError) -> LibraryContents {
        var contents = LibraryContents()
        for id in try ids() {
            do {
                contents.recordings.append(try recordingOrRebuilt(id))
            } catch {
                // The folder is about to become a recording, was discarded meanwhile, or is empty.
                let failure = error as? FileSystemError
                if failure?.code == ENOENT { continue }
                // Recordings that could be opened must not be reported as damaged or missing.
                if let failure, [EMFILE, ENFILE].contains(failure.code) { throw failure }
                contents.damaged.append(UnreadableRecording(id: id, reason: "\(error)"))
            }
        }
        return contents
    }

    private func recordingOrRebuilt(_ id: RecordingID) throws -> Recording {
        do {
            return try recording(id)
        } catch {
            return try rebuilt(id, because: error)
        }
    }

    /// Returns the recordings in progress, oldest first. It reads the files of these alone.
    /// - Throws: `FileSystemError`.
    public func recordingsInProgress() throws(FileSystemError) -> [Recording] {
        try ids().compactMap { id in
            // A recording that cannot be opened cannot be controlled either; “list” shows it as damaged.
            guard let folder = try? folder.directory(id.description), RecordingLock.isHeld(in: folder) else {
                return nil
            }
            // This also applies to one whose facts cannot be read.
            return try? recording(id)
        }
    }

    /// Returns true if a recording or redaction was interrupted because its process was killed, and was not repaired yet.
    package func hasInterrupted() throws(FileSystemError) -> Bool {
        try recordings().contains {
            ($0.facts.ending == nil || $0.hasUnfinishedRedaction) && $0.state() != .recording
        }
    }

    /// Returns the recording with this id. If its `recording.json` is damaged or
    /// missing, its facts come from the movie.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func recording(_ id: RecordingID) throws -> Recording {
        let folder = try folder.directory(id.description)
        do {
            return Recording(id: id, facts: try folder.read(RecordingFacts.self), folder: folder)
        } catch let error as DocumentError where !error.isNewer {
            return try rebuilt(id, because: error)
        } catch let error as FileSystemError where error.code == ENOENT {
            return try rebuilt(id, because: error)
        }
    }

    /// Returns a recording whose facts come from its movie, because its own facts cannot be read.
    /// - Throws: `error` if there is no movie either.
    private func rebuilt(_ id: RecordingID, because error: any Error) throws -> Recording {
        let folder = try folder.directory(id.description)
        let recording = Recording(id: id, facts: .rebuilt(id, in: folder, because: error), folder: folder)
        guard try recording.holdsMedia() else { throw error }
        return recording
    }

    /// Finds a recording by the text that a user typed.
    /// - Parameter reference: An id or a name, or a prefix of exactly one. Nil, `@`,
    ///   `latest` and `last` mean the latest.
    /// - Throws: `RecordingLookupError`, `FileSystemError`, `DocumentError`.
    public func recording(matching reference: String?) throws -> Recording {
        guard let reference else { return try latest() }
        let matches = try ids(matching: reference)
        if matches.isEmpty, Self.latestNames.contains(reference) { return try latest() }
        guard let only = matches.first else { throw RecordingLookupError.unknown(reference) }
        guard matches.count == 1 else { throw RecordingLookupError.ambiguous(reference, matches) }
        return try recording(only)
    }

    /// The words that mean the latest recording, unless a recording has such a name.
    private static let latestNames: Set = ["@", "latest", "last"]

    private func latest() throws -> Recording {
        guard let latest = try ids().last else { throw RecordingLookupError.none }
        return try recording(latest)
    }

    /// Returns the ids that match. An id takes precedence over a name, and a complete match over a prefix.
    private func ids(matching reference: String) throws(FileSystemError) -> [RecordingID] {
        let ids = try ids()
        if let exact = ids.first(where: { $0.description == reference }) { return [exact] }
        guard !reference.isEmpty else { return [] }
        let names = Dictionary(try recordings().map { ($0.id, $0.facts.name ?? "") }) { first, _ in first }
        let named = ids.filter { names[$0]?.hasSameBytes(as: reference) ?? false }
        guard named.isEmpty else { return named }
        return ids.filter {
            $0.description.hasPrefix(reference) || (names[$0] ?? "").utf8.starts(with: reference.utf8)
        }
    }

    /// Makes the folder of a new recording and writes its facts.
    /// - Returns: The recording, and its lock. Hold the lock as long as the recording is written.
    /// - Throws: `FileSystemError`, or an error of `JSONEncoder`.
    package func create(_ facts: RecordingFacts) throws -> (Recording, RecordingLock) {
        // This excludes `removeRemains()`, which would remove the new folder as an interrupted one.
        try folder.exclusively { try makeFolder(facts) }
    }

    private func makeFolder(_ facts: RecordingFacts) throws -> (Recording, RecordingLock) {
        let made = try folder.createDirectory(facts.id.description)
        do {
            // Lock first: a recording that is neither locked nor ended counts as interrupted.
            guard let lock = try RecordingLock.take(in: made) else {
                throw FileSystemError(EBUSY, operation: "lock", subject: made.path)
            }
            try made.write(facts)
            return (Recording(id: facts.id, facts: facts, folder: made), lock)
        } catch {
            // The first error is the one to report. The next command removes a folder that has no facts yet.
            try? folder.removeDirectory(facts.id.description)
            throw error
        }
    }
}
