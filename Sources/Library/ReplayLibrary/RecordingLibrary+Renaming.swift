import Files
import Glibc

extension RecordingLibrary {
    /// Changes the name of a recording.
    /// - Parameters:
    ///   - id: The recording, which must have ended, because during a recording its recorder writes the facts.
    ///   - name: The new name; nil removes the name.
    /// - Throws: `FileSystemError`, with `EWOULDBLOCK` during the recording; `DocumentError`.
    public func rename(_ id: RecordingID, to name: String?) throws {
        let folder = try folder.directory(id.description)
        let lock = try RecordingLock.take(in: folder)
        guard let lock else {
            throw FileSystemError(
                EWOULDBLOCK, operation: "rename", subject: "recording \(id)",
                reason: "it is being recorded; rename it when it has ended")
        }
        try withExtendedLifetime(lock) {
            var facts = try folder.read(RecordingFacts.self)
            facts.name = name
            try folder.write(facts)
        }
    }
}
