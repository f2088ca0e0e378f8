package import Files
import Glibc
import ReplayLibrary
package import ReplaySources

/// The file `shared-source.json` in the library's home. It stores the source that the desktop shared last and the token
/// to share it again. Only the user can read it: with the token, a program that may call the user's portal records the
/// same source without a question.
package struct SharedSourceFile {
    /// The contents of the file.
    package struct Entry: Sendable {
        package var token: String
        package var source: SharedSource
    }

    private let folder: Directory

    /// Opens the home of a library, and creates it if necessary.
    /// - Parameter home: The library's home, or nil for the default one.
    /// - Throws: `FileSystemError`, also if the home belongs to another user.
    package static func open(home: String?) throws(FileSystemError) -> SharedSourceFile {
        let folder = try Directory.create(RecordingLibrary.home(home))
        try folder.requireOwned(advice: RecordingLibrary.advice)
        return SharedSourceFile(folder: folder)
    }

    /// Returns the stored entry, or nil if there is none or it cannot be read. The desktop then asks its user.
    package func read() -> Entry? {
        // The desktop asks its user again, who loses nothing else.
        guard let document = try? folder.read(SharedSourceDocument.self) else { return nil }
        return Entry(token: document.token, source: document.source)
    }

    /// True if certainly no source is remembered. A file that cannot be read now may be readable for the recorder,
    /// which would then share without a question.
    var isKnownToBeEmpty: Bool {
        do {
            _ = try folder.read(SharedSourceDocument.self)
            return false
        } catch let error as FileSystemError {
            return error.code == ENOENT
        } catch {
            // The recorder cannot decode the file either.
            return true
        }
    }

    /// Stores a new token. Each token is valid once, so that the new one replaces it.
    package func keep(_ token: String, for source: SharedSource) throws {
        try folder.write(SharedSourceDocument(token: token, source: source))
    }
}

/// The contents of `shared-source.json`.
private struct SharedSourceDocument: JSONDocument {
    enum Field: String, CodingKey, CaseIterable { case version, token, source }

    static let currentVersion = 1
    static let fileName = "shared-source.json"

    var version = currentVersion
    let token: String
    let source: SharedSource
}
