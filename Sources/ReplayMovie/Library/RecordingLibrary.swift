import Glibc

/// The recordings of one user: a folder of folders.
public struct RecordingLibrary: Sendable {
    let folder: Directory

    /// Opens the library, which is made where it is missing.
    /// - Parameter home: its place; nil for `$REPLAY_HOME`, else `$XDG_DATA_HOME/replay`, else
    ///   `~/.local/share/replay`.
    /// - Throws: `FileSystemError`.
    public static func open(home: String? = nil) throws(FileSystemError) -> RecordingLibrary {
        RecordingLibrary(folder: try Directory.create((home ?? defaultHome) + "/recordings"))
    }

    /// Where the library of this process's user is.
    public static var defaultHome: String {
        if let home = variable("REPLAY_HOME") { return home }
        if let data = variable("XDG_DATA_HOME") { return data + "/replay" }
        return (variable("HOME") ?? "/tmp") + "/.local/share/replay"
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(path: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Where it is.
    package var path: String { folder.path }

    /// Bytes that may still be written where the library lies.
    public var freeBytes: Int64? { folder.freeBytes }

    /// The ids of all recordings, oldest first.
    public func ids() throws(FileSystemError) -> [RecordingID] {
        try folder.entries().compactMap { RecordingID($0) }
    }

    /// All recordings that can be read, oldest first.
    public func recordings() throws(FileSystemError) -> [Recording] {
        try ids().compactMap { try? recording($0) }
    }

    /// The recording of this id.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func recording(_ id: RecordingID) throws -> Recording {
        let folder = try folder.directory(id.description)
        return Recording(id: id, facts: try folder.read(RecordingFacts.self), folder: folder)
    }

    /// Finds a recording by what a user typed.
    /// - Parameter reference: an id, or a prefix of just one; nil for the latest.
    /// - Throws: `RecordingLookupError`, `FileSystemError`, `DocumentError`.
    public func recording(matching reference: String?) throws -> Recording {
        let ids = try ids()
        guard let reference else {
            guard let latest = ids.last else { throw RecordingLookupError.none }
            return try recording(latest)
        }
        if let exact = ids.first(where: { $0.description == reference }) { return try recording(exact) }
        let matches = reference.isEmpty ? [] : ids.filter { $0.description.hasPrefix(reference) }
        guard let only = matches.first else { throw RecordingLookupError.unknown(reference) }
        guard matches.count == 1 else { throw RecordingLookupError.ambiguous(reference, matches) }
        return try recording(only)
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
