package import Files

/// What the pointer did is of use, not of need: what is damaged of it is as if it had not been written.
extension Recording {
    /// What the pointer did while it was recorded; there is none where that was not asked for.
    package static let pointerName = "pointer.bin"
    /// No more is written, and no more read: two million entries, of nine hours in which the pointer never rests.
    package static let maxPointerFileSize: Int64 = 32 << 20

    /// So many bytes are read at a time; a multiple of an entry's length.
    private static let pointerChunk = 1 << 16

    /// What the pointer did, in order, up to the first entry that is damaged.
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

    /// Whether there is anything of the pointer that can be shown.
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

    /// Makes the file ready to be added to at an instant: drops what is damaged, and what a recorder that was killed had written
    /// of later than its movie goes. From there on it is not known where the pointer is.
    /// - Parameter time: on the movie's clock, in ticks.
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

    /// Calls `body` with one entry after the other, as long as it returns true and they are whole and in order.
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
