public import MediaTime

extension Edit {
    /// Returns operations that cut the ranges, or change their speed. They affect only parts that the edit keeps.
    /// A speed applies only to parts that do not have a speed of their own.
    ///
    /// - Parameters:
    ///   - ranges: The ranges, in any order. They may overlap and reach beyond the recording.
    ///   - speed: The speed, or nil to remove the ranges.
    /// - Returns: The operations; their ranges are ascending and disjoint.
    public func shortening(_ ranges: [TimeRange], to speed: Speed? = nil) -> [EditOperation] {
        let wanted = RecordingActivity(duration: duration, changes: [], audible: ranges).audible
            .map { $0.converted(to: timescale, rounding: .nearest) }
            .map { $0.start.value..<$0.end.value }
        let free = speed == nil ? keptTicks : Self.difference(keptTicks, paces.map(\.ticks))
        return Self.intersection(wanted, free).map { ticks in
            speed.map { .speed(range(ticks), $0) } ?? .cut(range(ticks))
        }
    }

    /// Returns the ticks that are in both lists. Each list is ascending and disjoint.
    private static func intersection(_ first: [Range<Int64>], _ second: [Range<Int64>]) -> [Range<Int64>] {
        var common: [Range<Int64>] = []
        var place = 0
        for range in first {
            while place < second.count, second[place].upperBound <= range.lowerBound { place += 1 }
            var next = place
            while next < second.count, second[next].lowerBound < range.upperBound {
                let part = second[next].clamped(to: range)
                if !part.isEmpty { common.append(part) }
                next += 1
            }
        }
        return common
    }

    /// Returns the ticks that are in the first list and not in the second. Each list is ascending and disjoint.
    private static func difference(_ first: [Range<Int64>], _ second: [Range<Int64>]) -> [Range<Int64>] {
        var ends = second.map(\.upperBound)
        var starts = second.map(\.lowerBound)
        ends.insert(.min, at: 0)
        starts.append(.max)
        return intersection(first, zip(ends, starts).compactMap { $0 < $1 ? $0..<$1 : nil })
    }
}
