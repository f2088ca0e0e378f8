/// Joins GOPs into segments, each as long as it can be without being longer than wanted.
///
/// A pure value; whoever gives it the same groups gets the same segments.
struct SegmentCutter {
    /// In ticks.
    private let longest: Int64
    private var start: Int64 = 0

    init(longest: Int64) { self.longest = longest }

    /// Whether a new segment begins with a group.
    mutating func opensSegment(withGroup group: Range<Int64>) -> Bool {
        guard group.lowerBound > start, group.upperBound - start > longest else { return false }
        start = group.lowerBound
        return true
    }
}
