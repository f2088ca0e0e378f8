internal import CFFmpeg
internal import MediaTime

/// Conversions between FFmpeg's "no timestamp" value and nil.
enum Ticks {
    static func optional(_ raw: Int64) -> Int64? { raw == replay_nopts_value ? nil : raw }
    static func raw(_ ticks: Int64?) -> Int64 { ticks ?? replay_nopts_value }
}

extension Rational {
    /// Creates a rational number, or returns nil for FFmpeg's "unknown", which is 0/1 or has a zero denominator.
    init?(_ value: AVRational) {
        guard value.num > 0, value.den > 0 else { return nil }
        self.init(Int64(value.num), Int64(value.den))
    }
}

extension AVRational {
    /// Creates FFmpeg's form of a rational number. Beyond 32 bits it is the nearest fraction with smaller terms. All
    /// time bases and rates in use are exact.
    init(_ value: Rational) {
        self.init()
        av_reduce(&num, &den, value.numerator, value.denominator, Int64(Int32.max))
    }
}
