package import Files
import Glibc

/// The progress of a redaction: the contents of `redaction.json`, which exists until the redaction is complete.
package struct RedactionJournal: Sendable {
    /// A step of a redaction.
    package enum Step: String, Codable, Sendable {
        /// The new movie is being written, and the old one is in place. A repair removes the new one.
        case writing
        /// The new movie is complete and on the disk. A repair completes the redaction.
        case replacing
    }

    package let version: Int
    package let step: Step
    /// The names of files that contain removed content. They are removed before the movie is replaced.
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
    /// True if a redaction of the movie is in progress, or was interrupted because its process was killed.
    package var hasUnfinishedRedaction: Bool { folder.contains(RedactionJournal.fileName) }

    /// Throws if the recording is being redacted, because its movie still has the removed content.
    /// - Throws: `FileSystemError` with `EWOULDBLOCK`.
    package func checkIsNotRedacted() throws(FileSystemError) {
        guard hasUnfinishedRedaction, RecordingLock.isHeld(in: folder) else { return }
        throw FileSystemError(
            EWOULDBLOCK, operation: "read", subject: "“\(displayName)”",
            reason: "it is being redacted; try again when that has ended")
    }
}
