import Testing

@testable import HLSOutput

@Suite struct BitRateTests {
    /// Returns segments with these durations, in seconds, and sizes, in bytes.
    private func segments(_ parts: [(seconds: Int64, size: Int)]) -> [RenditionMedia.Segment] {
        var time: Int64 = 0
        return parts.map { part in
            defer { time += part.seconds * 90_000 }
            return RenditionMedia.Segment(
                uri: "a", range: nil, size: part.size, time: time..<time + part.seconds * 90_000)
        }
    }

    @Test("The average is that of all, the peak that of any set of half to one and a half target durations")
    func peak() {
        let rate = BitRate(segments([(6, 6000), (6, 12_000), (1, 9000), (5, 1000)]), target: 6)
        #expect(rate.average == 28_000 * 8 / 18)
        // Six seconds and one: the short segment alone lasts less than half a target duration.
        #expect(rate.peak == 21_000 * 8 / 7)
    }

    @Test("A set that is longer than one and a half target durations is no peak")
    func long() {
        let rate = BitRate(segments([(6, 6000), (10, 90_000), (6, 6000)]), target: 6)
        #expect(rate.peak == 8000)
    }

    @Test("What is shorter than half a target duration altogether has its average as its peak")
    func short() {
        let rate = BitRate(segments([(1, 1000)]), target: 6)
        #expect(rate == BitRate(peak: 8000, average: 8000))
    }
}
