/// How many bits a second a rendition takes, measured on its segments.
struct BitRate: Equatable {
    /// Of any contiguous set of segments that lasts from half to one and a half target durations
    /// (draft-pantos-hls-rfc8216bis, 4.4.6.2).
    var peak: Int
    /// Of all of them.
    var average: Int

    static let none = BitRate(peak: 0, average: 0)

    init(peak: Int, average: Int) { (self.peak, self.average) = (peak, average) }

    /// - Parameter target: the target duration, in seconds.
    init(_ segments: [RenditionMedia.Segment], target: Int) {
        let target = Int64(target) * Int64(ExportPlan.timescale)
        average = Self.rate(segments[...])
        peak = 0
        for start in segments.indices {
            // Segments are never so short that more of them make such a set.
            for end in start..<min(segments.endIndex, start + 64) {
                let length = segments[end].time.upperBound - segments[start].time.lowerBound
                if length * 2 > target * 3 { break }
                if length * 2 >= target { peak = max(peak, Self.rate(segments[start...end])) }
            }
        }
        if peak == 0 { peak = average }
    }

    static func + (first: BitRate, second: BitRate) -> BitRate {
        BitRate(peak: first.peak + second.peak, average: first.average + second.average)
    }

    private static func rate(_ segments: ArraySlice<RenditionMedia.Segment>) -> Int {
        guard let first = segments.first, let last = segments.last else { return 0 }
        let length = max(1, last.time.upperBound - first.time.lowerBound)
        let bits = Int64(segments.reduce(0) { $0 + $1.size }) * 8
        return Int((bits * Int64(ExportPlan.timescale) + length / 2) / length)
    }
}
