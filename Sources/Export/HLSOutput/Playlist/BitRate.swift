import ReplayRendering

/// The bit rate of a rendition, in bits per second, measured on its segments.
package struct BitRate: Equatable {
    /// The maximum bit rate of any contiguous set of segments whose duration is 0.5 to 1.5 target durations
    /// (draft-pantos-hls-rfc8216bis, 4.4.6.2).
    package var peak: Int
    /// The average bit rate of all segments.
    package var average: Int

    package static let none = BitRate(peak: 0, average: 0)

    package init(peak: Int, average: Int) { (self.peak, self.average) = (peak, average) }

    /// - Parameter target: The target duration, in seconds.
    package init(_ segments: [RenditionMedia.Segment], target: Int) {
        let target = Int64(target) * Int64(ExportPlan.timescale)
        average = Self.rate(segments[...])
        peak = 0
        for start in segments.indices {
            // Segments are long enough that 64 of them always last 1.5 target durations.
            for end in start..<min(segments.endIndex, start + 64) {
                let length = segments[end].time.upperBound - segments[start].time.lowerBound
                if length * 2 > target * 3 { break }
                if length * 2 >= target { peak = max(peak, Self.rate(segments[start...end])) }
            }
        }
        if peak == 0 { peak = average }
    }

    package static func + (first: BitRate, second: BitRate) -> BitRate {
        BitRate(peak: first.peak + second.peak, average: first.average + second.average)
    }

    private static func rate(_ segments: ArraySlice<RenditionMedia.Segment>) -> Int {
        guard let first = segments.first, let last = segments.last else { return 0 }
        let length = max(1, last.time.upperBound - first.time.lowerBound)
        let bits = Int64(segments.reduce(0) { $0 + $1.size }) * 8
        return Int((bits * Int64(ExportPlan.timescale) + length / 2) / length)
    }
}
