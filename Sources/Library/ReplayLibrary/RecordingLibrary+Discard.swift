extension RecordingLibrary {
    /// What the folder of a recording is called while it is removed: no recording's name.
    private static let discardedPrefix = ".discarded-"

    /// Removes every file of a recording. It is gone at once, and a removal that is interrupted is completed by the next command.
    /// - Throws: `FileSystemError`.
    public func discard(_ id: RecordingID) throws {
        try folder.exclusively(limit: 1_500) {
            // A link is refused here, before anything is touched.
            _ = try folder.directory(id.description)
            try folder.rename(id.description, to: Self.discardedPrefix + id.description)
            try folder.removeDirectory(Self.discardedPrefix + id.description)
            try folder.sync()
        }
    }

    /// Removes what a recorder had begun to make, or somebody to remove, before they were killed.
    package func removeRemains() throws {
        try folder.exclusively(waits: false) {
            for name in try folder.entries() where name.hasPrefix(Self.discardedPrefix) || isShell(name) {
                try folder.removeDirectory(name)
            }
        }
    }

    /// Whether a folder was to become a recording and holds nothing of one.
    private func isShell(_ name: String) -> Bool {
        guard RecordingID(name) != nil, let made = try? folder.directory(name), let names = try? made.entries() else {
            return false
        }
        return !RecordingLock.isHeld(in: made)
            && names.allSatisfy { $0 == RecordingLock.fileName || $0.hasSuffix(".new") }
    }
}
