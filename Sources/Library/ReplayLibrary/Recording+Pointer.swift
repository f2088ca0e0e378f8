package import Files

/// The file of pointer entries. A recording is complete without it, so everything from
/// the first damaged entry on is ignored.
extension Recording {
    /// The name of the file of pointer entries. It exists only if the user asked to record the pointer.
    package static let pointerName = "pointer.bin"
    /// The largest size of the file, in bytes: two million entries, enough for nine hours of constant motion. Entries
    /// beyond this size are neither written nor read.
    package static let maxPointerFileSize: Int64 = 32 << 20

    /// The number of bytes to read at a time; a multiple of an entry's length.
    private static let pointerChunk = 1 << 16

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
        guard folder.contains(Self.pointerName) else { return }
        var count: Int64 = 0
        try readPointerEntries { entry in
            guard entry.time <= time else { return false }
            count += 1
            return true
        }
        try folder.truncate(Self.pointerName, to: count * Int64(PointerEntry.length))
        guard count > 0 else { return }
        try folder.append(PointerEntry(time: time, kind: .left).bytes, to: Self.pointerName, isDurable: false)
    }

    /// Calls `body` with each entry in order, until it returns false, or an entry is
    /// damaged or earlier than the one before.
    package func readPointerEntries(_ body: (PointerEntry) -> Bool) throws(FileSystemError) {
        guard folder.status(of: Self.pointerName)?.type == .regular else { return }
        var (offset, last): (Int64, Int64) = (0, 0)
        while offset < Self.maxPointerFileSize {
            let chunk = try folder.contents(of: Self.pointerName, from: offset, first: Self.pointerChunk)
            for start in stride(from: 0, to: chunk.count, by: PointerEntry.length) {
                let bytes = chunk[start..<min(start + PointerEntry.length, chunk.count)]
                guard let entry = PointerEntry(bytes), entry.time >= last, body(entry) else { return }
                last = entry.time
            }
            guard chunk.count == Self.pointerChunk else { return }
            offset += Int64(chunk.count)
        }
    }
}
