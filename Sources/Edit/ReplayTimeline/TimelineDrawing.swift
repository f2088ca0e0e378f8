internal import MediaTime

/// A line of text that shows what an edit keeps and what it removes: `━━━━┄┄┄━━━━━━`.
///
/// Each stretch, kept or removed, gets at least one cell while there are cells enough; when there are not, each
/// kept one still does as long as that is possible.
public struct TimelineDrawing: Hashable, Sendable {
    /// The characters that cells are made of.
    public enum Style: Hashable, Sendable {
        /// Box-drawing characters: `━` kept, `┄` removed.
        case lines
        /// For terminals without them: `=` kept, `.` removed.
        case ascii
    }

    /// For each cell, whether it shows something kept.
    public let cells: [Bool]

    /// An edit drawn in a number of cells; with none, the drawing is empty.
    public init(_ edit: Edit, width: Int) {
        let stretches = Self.stretches(of: edit)
        let width = max(0, width)
        let keptCount = stretches.count { $0.isKept }
        let (minimumKept, minimumRemoved) = (keptCount <= width ? 1 : 0, stretches.count <= width ? 1 : 0)
        var needed = keptCount * minimumKept + (stretches.count - keptCount) * minimumRemoved
        var cells: [Bool] = []
        for stretch in stretches {
            let minimum = stretch.isKept ? minimumKept : minimumRemoved
            needed -= minimum
            // As near to the true end as the cells allow that the stretches after this one need.
            let trueEnd = Self.cell(of: stretch.end, in: edit.duration.value, width: width)
            let end = min(max(trueEnd, cells.count + minimum), width - needed)
            cells += repeatElement(stretch.isKept, count: max(0, end - cells.count))
        }
        self.cells = cells
    }

    /// The line.
    public func line(style: Style = .lines) -> String {
        let (kept, removed) = style == .lines ? ("━", "┄") : ("=", ".")
        return cells.map { $0 ? kept : removed }.joined()
    }

    private static func stretches(of edit: Edit) -> [(isKept: Bool, end: Int64)] {
        var stretches: [(isKept: Bool, end: Int64)] = []
        var position: Int64 = 0
        for kept in edit.keptTicks {
            if position < kept.lowerBound { stretches.append((false, kept.lowerBound)) }
            stretches.append((true, kept.upperBound))
            position = kept.upperBound
        }
        if position < edit.duration.value { stretches.append((false, edit.duration.value)) }
        return stretches
    }

    private static func cell(of tick: Int64, in duration: Int64, width: Int) -> Int {
        Int((Int128(tick) * Int128(width) + Int128(duration) / 2) / Int128(duration))
    }
}
