import Files

/// How much is known of what the pointer did in a recording.
public struct PointerSummary: Codable, Hashable, Sendable, CustomStringConvertible {
    /// Where it was, one place after the other.
    public let positions: Int
    /// How often one of its buttons was pressed.
    public let clicks: Int

    /// Such as “120 positions, 3 clicks”.
    public var description: String {
        (positions == 1 ? "1 position" : "\(positions) positions") + (clicks == 1 ? ", 1 click" : ", \(clicks) clicks")
    }
}

extension Recording {
    /// How much is known of what the pointer did, as far as that can be read; nil where it was not recorded.
    /// - Throws: `FileSystemError`.
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
