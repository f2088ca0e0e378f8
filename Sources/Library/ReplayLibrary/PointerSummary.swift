import Files

/// A summary of the pointer's recorded actions.
public struct PointerSummary: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The number of recorded positions.
    public let positions: Int
    /// The number of recorded button presses.
    public let clicks: Int
    /// True if the pointer is kept apart from the frames.
    public let isApart: Bool

    /// A phrase such as “120 positions, 3 clicks, apart from the frames”.
    public var description: String {
        (positions == 1 ? "1 position" : "\(positions) positions") + (clicks == 1 ? ", 1 click" : ", \(clicks) clicks")
            + (isApart ? ", apart from the frames" : "")
    }
}

extension Recording {
    /// A summary of the pointer's actions up to the first damaged entry, or nil if none were recorded.
    /// - Throws: `FileSystemError` if the file cannot be read.
    public var pointerSummary: PointerSummary? {
        get throws(FileSystemError) {
            var (positions, clicks) = (0, 0)
            try readEntries { (entry: PointerEntry) in
                if entry.kind == .moved { positions += 1 }
                if entry.kind == .pressed { clicks += 1 }
                return true
            }
            guard positions + clicks > 0 else { return nil }
            return PointerSummary(positions: positions, clicks: clicks, isApart: try hasPointerApart)
        }
    }
}
