import Files

/// A summary of the pointer's recorded actions.
public struct PointerSummary: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The number of recorded positions.
    public let positions: Int
    /// The number of recorded button presses.
    public let clicks: Int

    /// A phrase such as “120 positions, 3 clicks”.
    public var description: String {
        (positions == 1 ? "1 position" : "\(positions) positions") + (clicks == 1 ? ", 1 click" : ", \(clicks) clicks")
    }
}

extension Recording {
    /// A summary of the pointer's actions up to the first damaged entry, or nil if none were recorded.
    /// - Throws: `FileSystemError` if the file cannot be read.
    public var pointerSummary: PointerSummary? {
        get throws(FileSystemError) {
            var (positions, clicks) = (0, 0)
            try readPointerEntries { entry in
                if entry.kind == .moved { positions += 1 }
                if entry.kind == .pressed { clicks += 1 }
                return true
            }
            return positions + clicks > 0 ? PointerSummary(positions: positions, clicks: clicks) : nil
        }
    }
}
