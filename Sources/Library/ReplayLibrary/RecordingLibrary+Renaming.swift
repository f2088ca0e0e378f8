import Files
import Glibc

extension RecordingLibrary {
    /// Gives a recording another name.
    /// - Parameters:
    ///   - id: the recording, which must have ended: its recorder writes its facts.
    ///   - name: the name; nil removes the one it has.
    /// - Throws: `FileSystemError`, with `EWOULDBLOCK` while it is being recorded; `DocumentError`.
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
