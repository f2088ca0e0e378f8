import HLSPlaylist

/// The bit rate of a playlist's segments, in bits per second (draft-pantos-hls-rfc8216bis, 4.4.6.2).
struct MeasuredBitRate: Equatable {
    /// The maximum over all contiguous sets of segments that last 0.5 to 1.5 target durations.
    let peak: Int
    /// The average over all segments.
    let average: Int

    static let none = MeasuredBitRate(peak: 0, average: 0)

    /// The maximum number of segments to consider for such a set.
    private static let setLimit = 64

    /// Measures the bit rate of a rendition.
    /// - Returns: The bit rate, or nil if the size of a segment is not known.
    init?(_ rendition: Rendition) {
        let parts = zip(rendition.playlist.segments, rendition.segments).map { ($0.duration.nanoseconds, $1.size) }
        guard !parts.isEmpty, parts.allSatisfy({ $0.1 > 0 }) else { return nil }
        let target = Int64(min(rendition.playlist.targetDuration ?? 0, 100_000)) * 1_000_000_000
        average = Self.rate(bytes: parts.reduce(0) { $0 + $1.1 }, nanoseconds: parts.reduce(0) { $0 + $1.0 })
        var peak = 0
        for start in parts.indices {
            var (length, size) = (Int64(0), Int64(0))
            for (duration, bytes) in parts[start...].prefix(Self.setLimit) {
                length += duration
                size += bytes
                if length * 2 > target * 3 { break }
                if length * 2 >= target { peak = max(peak, Self.rate(bytes: size, nanoseconds: length)) }
            }
        }
        self.peak = peak == 0 ? average : peak
    }

    private init(peak: Int, average: Int) { (self.peak, self.average) = (peak, average) }

    static func + (first: MeasuredBitRate, second: MeasuredBitRate) -> MeasuredBitRate {
        MeasuredBitRate(peak: first.peak + second.peak, average: first.average + second.average)
    }

    /// Returns the maximum peak and the maximum average of two renditions that never play together.
    func larger(_ other: MeasuredBitRate) -> MeasuredBitRate {
        MeasuredBitRate(peak: max(peak, other.peak), average: max(average, other.average))
    }

    private static func rate(bytes: Int64, nanoseconds: Int64) -> Int {
        guard nanoseconds > 0 else { return 0 }
        let bits = Int128(bytes) * 8 * 1_000_000_000
        return Int(min((bits + Int128(nanoseconds) / 2) / Int128(nanoseconds), 1 << 50))
    }
}
