public import Files
import Glibc

/// The recordings of one user: a folder of folders.
public struct RecordingLibrary: Sendable {
    let folder: Directory

    /// What to do about a folder that is not the user's alone.
    package static let advice = "or name another folder by REPLAY_HOME"

    /// Opens the library, which is made where it is missing. One that others own or may write to is refused: they could
    /// read what is recorded there, or put something else in its place.
    /// - Parameter home: its place; nil for `$REPLAY_HOME`, else `$XDG_DATA_HOME/replay`, else
    ///   `~/.local/share/replay`.
    /// - Throws: `FileSystemError`.
    public static func open(home: String? = nil) throws(FileSystemError) -> RecordingLibrary {
        let home = try Self.home(home)
        try Directory.create(home).requireOwned(advice: advice)
        let folder = try Directory.create(home + "/recordings")
        try folder.requireOwned(advice: advice)
        return RecordingLibrary(folder: folder)
    }

    /// The folder that is meant by `home`.
    package static func home(_ home: String?) throws(FileSystemError) -> String {
        if let home { home } else { try defaultHome }
    }

    /// Where the library of this process's user is.
    ///
    /// The home of a user is `$HOME`, else what the passwd database says.
    /// - Throws: `FileSystemError` where the user has no home.
    public static var defaultHome: String {
        get throws(FileSystemError) {
            if let home = String.variable("REPLAY_HOME") { return home }
            if let data = String.variable("XDG_DATA_HOME") { return data + "/replay" }
            return try HomeFolder.path() + "/.local/share/replay"
        }
    }

    /// Where it is.
    package var path: String { folder.path }

    /// Bytes that may still be written where the library lies.
    public var freeBytes: Int64? { folder.freeBytes }

    /// The ids of all recordings, oldest first.
    public func ids() throws(FileSystemError) -> [RecordingID] {
        try folder.entries().compactMap { RecordingID($0) }
    }

    /// All recordings that can be opened, oldest first; of one whose `recording.json` cannot be read, what its movie tells.
    public func recordings() throws(FileSystemError) -> [Recording] { try contents().recordings }

    /// All recordings, oldest first, and the folders of recordings that cannot be opened.
    public func contents() throws(FileSystemError) -> LibraryContents {
        var contents = LibraryContents()
        for id in try ids() {
            do {
                contents.recordings.append(try recordingOrRebuilt(id))
            } catch {
                // It is about to be made, was discarded meanwhile, or holds nothing.
                if (error as? FileSystemError)?.code == ENOENT { continue }
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

    /// The recordings that are being made, oldest first. Nothing is read of the others, however many they are.
    /// - Throws: `FileSystemError`.
    public func recordingsInProgress() throws(FileSystemError) -> [Recording] {
        try ids().compactMap { id in
            // One that cannot be opened cannot be controlled either; “list” shows it as damaged.
            guard let folder = try? folder.directory(id.description), RecordingLock.isHeld(in: folder) else {
                return nil
            }
            return try? recording(id)
        }
    }

    /// Whether there is a recording whose writer was killed, or who removed something from its movie, and that was not
    /// repaired yet.
    package var hasInterrupted: Bool {
        get throws(FileSystemError) {
            try recordings().contains {
                ($0.facts.ending == nil || $0.hasUnfinishedRedaction) && $0.state != .recording
            }
        }
    }

    /// The recording of this id. Where its `recording.json` is damaged or missing, its facts are those that its movie tells.
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

    /// A recording whose facts cannot be read, with those that its movie tells.
    /// - Throws: `error` where there is no movie either.
    private func rebuilt(_ id: RecordingID, because error: any Error) throws -> Recording {
        let folder = try folder.directory(id.description)
        let recording = Recording(id: id, facts: .rebuilt(id, in: folder, because: error), folder: folder)
        guard try recording.holdsMedia() else { throw error }
        return recording
    }

    /// Finds a recording by what a user typed.
    /// - Parameter reference: An id or a name, or a prefix of just one. Nil, `@` and `latest` mean the latest.
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

    /// An id comes before a name, and the whole of either before a prefix.
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
    /// - Returns: the recording, and what says that it is being written, to be held as long as it is.
    /// - Throws: `FileSystemError`.
    package func create(_ facts: RecordingFacts) throws -> (Recording, RecordingLock) {
        // Whoever clears away what was begun and cut off must not take this for it.
        try folder.exclusively { try makeFolder(facts) }
    }

    private func makeFolder(_ facts: RecordingFacts) throws -> (Recording, RecordingLock) {
        let made = try folder.createDirectory(facts.id.description)
        do {
            // Before the facts: whoever finds a recording that is neither locked nor ended takes it for cut off.
            guard let lock = try RecordingLock.take(in: made) else {
                throw FileSystemError(EBUSY, operation: "lock", subject: made.path)
            }
            try made.write(facts)
            return (Recording(id: facts.id, facts: facts, folder: made), lock)
        } catch {
            try? folder.removeDirectory(facts.id.description)
            throw error
        }
    }
}
