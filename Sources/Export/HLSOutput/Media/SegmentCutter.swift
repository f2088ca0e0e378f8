/// Joins GOPs into segments that are as long as possible, up to a maximum duration.
///
/// A pure value: the same GOPs always give the same segments.
struct SegmentCutter {
    /// The maximum duration of a segment, in ticks.
    private let longest: Int64
    private var start: Int64 = 0

    init(longest: Int64) { self.longest = longest }

    /// Returns true if a new segment begins with a GOP.
    mutating func opensSegment(withGroup group: Range<Int64>) -> Bool {
        guard group.lowerBound > start, group.upperBound - start > longest else { return false }
        start = group.lowerBound
        return true
    }
}
