import FoundationEssentials
public import MediaTime

/// What was done to a recording whose writer had been killed.
public struct RecordingRepair: Codable, Sendable {
    /// The recording.
    public let id: RecordingID
    /// How much of it is kept; nil where it held nothing that could be, and was removed.
    public let kept: MediaTime?
}

extension RecordingLibrary {
    /// Brings to their end all recordings whose writers were killed: says how long they are, puts the parts of a
    /// buffer together, and removes what is of no use any more.
    ///
    /// A recording that cannot be repaired is left as it is and passed over.
    /// - Throws: `FileSystemError` where the library cannot be read.
    public func repair() throws(FileSystemError) -> [RecordingRepair] {
        try? removeRemains()
        return try recordings().filter { $0.facts.ending == nil }.compactMap { try? repair($0) }
    }

    /// Brings a recording to its end if its writer was killed.
    /// - Returns: nil where there was nothing to do: it is being written, or had ended.
    /// - Throws: `FileSystemError`, `MovieError`, `DocumentError`.
    public func repair(_ recording: Recording) throws -> RecordingRepair? {
        guard let lock = try RecordingLock.take(in: recording.folder) else { return nil }
        defer { withExtendedLifetime(lock) {} }
        // As it is now that nobody else writes it.
        let recording = try self.recording(recording.id)
        guard recording.facts.ending == nil else { return nil }
        guard recording.facts.origin != .imported, let ending = try recording.endingOfWhatIsThere() else {
            // Half an import is of no use: the whole movie is where it was imported from.
            try discard(recording.id)
            return RecordingRepair(id: recording.id, kept: nil)
        }
        try recording.removeLeftovers()
        try? recording.noteInterruption(at: ending.duration)
        var facts = recording.facts
        facts.ending = ending
        try recording.folder.write(facts)
        return RecordingRepair(id: recording.id, kept: ending.duration)
    }
}

extension Recording {
    /// - Returns: nil where no picture was written.
    fileprivate func endingOfWhatIsThere() throws -> RecordingFacts.Ending? {
        try joinParts()
        guard let extent = try extent() else { return nil }
        return RecordingFacts.Ending(
            reason: .interrupted, message: "the recorder was killed, or the machine went down",
            duration: extent.duration, frames: extent.frames, droppedFrames: 0)
    }

    /// What a writer leaves that was killed: its socket, the space it kept back, files that were not renamed yet.
    fileprivate func removeLeftovers() throws(FileSystemError) {
        for name in try folder.entries() where name.hasSuffix(".sock") || name.hasSuffix(".new") {
            try folder.remove(name)
        }
        try folder.remove(DiskReserve.fileName)
    }
}
