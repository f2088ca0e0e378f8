package import Files

/// The file of pointer entries. A recording is complete without it, so everything from
/// the first damaged entry on is ignored.
extension Recording {
    /// The name of the file of pointer entries. It exists only if the user asked to record the pointer.
    package static let pointerName = "pointer.bin"
    /// The largest size of the file, in bytes: two million entries, enough for nine hours of constant motion. Entries
    /// beyond this size are neither written nor read.
    package static let maxPointerFileSize: Int64 = 32 << 20

    /// The pointer entries in order, up to the first damaged one.
    package var pointerEntries: [PointerEntry] {
        get throws(FileSystemError) {
            var entries: [PointerEntry] = []
            try readPointerEntries { entry in
                entries.append(entry)
                return true
            }
            return entries
        }
    }

    /// True if any position or button press was recorded.
    package var hasPointerEntries: Bool {
        get throws(FileSystemError) {
            var hasAny = false
            try readPointerEntries { entry in
                hasAny = entry.kind == .moved || entry.kind == .pressed
                return !hasAny
            }
            return hasAny
        }
    }

    /// Prepares the file for new entries from an instant on.
    ///
    /// Damaged entries, and entries later than `time`, are removed: a killed recorder may have written entries past the
    /// movie's end. If entries remain, it appends a `left` entry, because the position is unknown from then on.
    /// - Parameter time: The instant on the movie's clock, in ticks of `PointerEntry.timescale`.
    package func endPointerEntries(at time: Int64) throws(FileSystemError) {
        let count = try cutEntries(
            of: Self.pointerName, limit: Self.maxPointerFileSize, after: time, as: PointerEntry.self)
        guard count > 0 else { return }
        try folder.append(PointerEntry(time: time, kind: .left).bytes, to: Self.pointerName, isDurable: false)
    }

    /// Calls `body` with each entry in order, until it returns false, or an entry is
    /// damaged or earlier than the one before.
    package func readPointerEntries(_ body: (PointerEntry) -> Bool) throws(FileSystemError) {
        try readEntries(of: Self.pointerName, limit: Self.maxPointerFileSize, body)
    }
}
