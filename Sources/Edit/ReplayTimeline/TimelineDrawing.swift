internal import MediaTime

/// A line of text that shows the kept and removed ranges of an edit: `━━━━┄┄┄━━━━━━`.
///
/// Each range gets at least one cell if there are enough cells. If there are not, each kept range gets one if possible.
public struct TimelineDrawing: Hashable, Sendable {
    /// The characters of the cells.
    public enum Style: Hashable, Sendable {
        /// Box-drawing characters: `━` for kept, `┄` for removed.
        case lines
        /// ASCII characters: `=` for kept, `.` for removed.
        case ascii
    }

    /// The cells. True if the cell shows a kept range.
    public let cells: [Bool]

    /// Draws an edit in `width` cells. If `width` is not positive, the drawing is empty.
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
            // The nearest cell to the true end that leaves enough cells for the following ranges.
            let trueEnd = Self.cell(of: stretch.end, in: edit.duration.value, width: width)
            let end = min(max(trueEnd, cells.count + minimum), width - needed)
            cells += repeatElement(stretch.isKept, count: max(0, end - cells.count))
        }
        self.cells = cells
    }

    /// Returns the line of text.
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
