package import Files
import Glibc

/// How far a redaction has come: the contents of `redaction.json`, which is there until all of it is done.
package struct RedactionJournal: Sendable {
    /// What is being done.
    package enum Step: String, Codable, Sendable {
        /// The new movie is being written. The old one has its place: whoever finds this takes the redaction back.
        case writing
        /// The new movie is whole, and on the disk. Whoever finds this completes the redaction.
        case replacing
    }

    package let version: Int
    package let step: Step
    /// The names of files that go with what is removed, before the movie is replaced.
    package let files: [String]

    package init(_ step: Step, files: [String]) {
        version = Self.currentVersion
        (self.step, self.files) = (step, files)
    }
}

extension RedactionJournal: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable {
        case version, step, files
    }
    package static let currentVersion = 1
    package static let fileName = "redaction.json"
}

extension Recording {
    /// Whether something was to be removed from the movie, and who did so was killed, or is at it.
    package var hasUnfinishedRedaction: Bool { folder.contains(RedactionJournal.fileName) }

    /// Refuses to read a recording that is being redacted: its movie still has what is removed.
    /// - Throws: `FileSystemError` with `EWOULDBLOCK`.
    package func checkIsNotRedacted() throws(FileSystemError) {
        guard hasUnfinishedRedaction, RecordingLock.isHeld(in: folder) else { return }
        throw FileSystemError(
            EWOULDBLOCK, operation: "read", subject: "“\(displayName)”",
            reason: "it is being redacted; try again when that has ended")
    }
}
