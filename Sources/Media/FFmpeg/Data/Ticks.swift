internal import CFFmpeg
internal import MediaTime

/// The step between FFmpeg's "no timestamp" value and an optional.
enum Ticks {
    static func optional(_ raw: Int64) -> Int64? { raw == replay_nopts_value ? nil : raw }
    static func raw(_ ticks: Int64?) -> Int64 { ticks ?? replay_nopts_value }
}

extension Rational {
    /// Nil for FFmpeg's "unknown", which is 0/1 or has a zero denominator.
    init?(_ value: AVRational) {
        guard value.num > 0, value.den > 0 else { return nil }
        self.init(Int64(value.num), Int64(value.den))
    }
}

extension AVRational {
    /// Exact for every time base and rate in use; nearest with smaller terms beyond 32 bits.
    init(_ value: Rational) {
        self.init()
        av_reduce(&num, &den, value.numerator, value.denominator, Int64(Int32.max))
    }
}
