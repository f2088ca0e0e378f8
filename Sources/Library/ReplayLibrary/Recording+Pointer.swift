package import Files

extension Recording {
    /// True if any position or button press was recorded.
    package var hasPointerEntries: Bool {
        get throws(FileSystemError) {
            var hasAny = false
            try readEntries { (entry: PointerEntry) in
                hasAny = entry.kind == .moved || entry.kind == .pressed
                return !hasAny
            }
            return hasAny
        }
    }

    /// Prepares the file of the pointer for new entries from an instant on. If entries remain, it appends a `left` entry,
    /// because the position is unknown from then on.
    /// - Parameter time: The instant on the movie's clock, in ticks of `PointerEntry.timescale`.
    package func endPointerEntries(at time: Int64) throws(FileSystemError) {
        guard try endEntries(of: PointerEntry.self, at: time) > 0 else { return }
        try folder.append(PointerEntry(time: time, kind: .left).bytes, to: PointerEntry.fileName, isDurable: false)
    }
}
