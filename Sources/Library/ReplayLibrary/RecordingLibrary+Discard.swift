import Files
import Glibc

extension RecordingLibrary {
    /// The prefix of a folder's name while its recording is removed. No id begins with it.
    private static let discardedPrefix = ".discarded-"

    /// Removes every file of a recording that has ended. It disappears from the library at once. The next
    /// command completes an interrupted removal.
    /// - Throws: `FileSystemError`, with `EBUSY` if the recording is still being written: recorded, imported, repaired
    ///   or redacted.
    public func discard(_ id: RecordingID) throws {
        // A recorder would go on with files that nobody sees. One that has just ended releases its lock soon.
        var tries = 0
        while RecordingLock.isHeld(in: try folder.directory(id.description)) {
            tries += 1
            guard tries < Self.maxTries else {
                throw FileSystemError(
                    EBUSY, operation: "remove", subject: folder.path + "/" + id.description,
                    reason: "it is still being written")
            }
            usleep(Self.interval)
        }
        try remove(id)
    }

    /// The number of looks at a lock, and the time between them in microseconds: 2 s in all.
    private static let (maxTries, interval) = (200, UInt32(10_000))

    /// Removes every file of a recording, which only the holder of its lock may still write.
    /// - Throws: `FileSystemError`.
    package func remove(_ id: RecordingID) throws {
        try folder.exclusively(limit: 1_500) {
            // This refuses a symbolic link before anything is changed.
            _ = try folder.directory(id.description)
            try folder.rename(id.description, to: Self.discardedPrefix + id.description)
            try folder.removeDirectory(Self.discardedPrefix + id.description)
            try folder.sync()
        }
    }

    /// Removes the remains of recordings whose creation or removal was interrupted because the process was killed.
    package func removeRemains() throws {
        try folder.exclusively(waits: false) {
            for name in try folder.entries() where name.hasPrefix(Self.discardedPrefix) || isShell(name) {
                try folder.removeDirectory(name)
            }
        }
    }

    /// Returns true if a folder was created for a recording but contains no part of one, and no process has locked it.
    private func isShell(_ name: String) -> Bool {
        guard RecordingID(name) != nil, let made = try? folder.directory(name), let names = try? made.entries() else {
            return false
        }
        return !RecordingLock.isHeld(in: made)
            && names.allSatisfy { $0 == RecordingLock.fileName || $0.hasSuffix(".new") }
    }
}
