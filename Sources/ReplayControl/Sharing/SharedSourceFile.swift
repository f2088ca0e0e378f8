import Glibc
package import ReplayLibrary
package import ReplaySources

/// What the desktop shared last time, and the token by which it shares that again: `shared-source.json` in the library's home,
/// for the user alone. Who has the token and may call the user's portal records the same without a question.
package struct SharedSourceFile {
    /// What the file holds.
    package struct Entry: Sendable {
        package var token: String
        package var source: SharedSource
    }

    private let folder: Directory

    /// - Parameter home: the library's; nil: the default.
    /// - Throws: `FileSystemError`.
    package static func open(home: String?) throws(FileSystemError) -> SharedSourceFile {
        let folder = try Directory.create(RecordingLibrary.home(home))
        try folder.requireOwned(advice: RecordingLibrary.advice)
        return SharedSourceFile(folder: folder)
    }

    /// Nil where nothing was remembered, or it cannot be read: then the desktop asks.
    package func read() -> Entry? {
        // The desktop asks its user again, who loses nothing else.
        guard let document = try? folder.read(SharedSourceDocument.self) else { return nil }
        return Entry(token: document.token, source: document.source)
    }

    /// True if it is certain that nothing is remembered. A file that cannot be read now may be readable for the recorder, which
    /// would share without a question.
    var isKnownToBeEmpty: Bool {
        do {
            _ = try folder.read(SharedSourceDocument.self)
            return false
        } catch let error as FileSystemError {
            return error.code == ENOENT
        } catch {
            // The recorder cannot understand it either.
            return true
        }
    }

    /// Each token is good for one time: the next one takes its place.
    package func keep(_ token: String, for source: SharedSource) throws {
        try folder.write(SharedSourceDocument(token: token, source: source))
    }
}

/// `shared-source.json`.
private struct SharedSourceDocument: JSONDocument {
    enum Field: String, CodingKey, CaseIterable { case version, token, source }

    static let currentVersion = 1
    static let fileName = "shared-source.json"

    var version = currentVersion
    let token: String
    let source: SharedSource
}
