internal import CFFmpeg
internal import MediaTime

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
