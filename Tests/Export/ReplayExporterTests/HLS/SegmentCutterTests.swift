import Testing

@testable import HLSOutput

@Suite struct SegmentCutterTests {
    /// Returns where segments begin if they are made of GOPs with these ends.
    private func starts(_ ends: [Int64], longest: Int64) -> [Int64] {
        var cutter = SegmentCutter(longest: longest)
        let groups = zip([0] + ends, ends).map { $0..<$1 }
        return [0] + groups.filter { cutter.opensSegment(withGroup: $0) }.map(\.lowerBound)
    }

    @Test("Segments are as long as they can be without being longer than wanted")
    func longest() {
        #expect(starts([2, 4, 6, 8, 10], longest: 6) == [0, 6])
        #expect(starts([2, 4, 5, 7, 8, 10], longest: 6) == [0, 5])
        #expect(starts([1], longest: 6) == [0])
    }

    @Test("A group that is longer than wanted is a segment of its own")
    func longGroup() { #expect(starts([9, 11, 20], longest: 6) == [0, 9, 11]) }

    @Test("With no length wanted each group is a segment")
    func every() { #expect(starts([1, 2, 3, 4], longest: 0) == [0, 1, 2, 3]) }
}
