extension MediaTime: LosslessStringConvertible {
    /// Reads what ``description`` writes: ticks, a slash, the timescale.
    ///
    /// - Returns: `nil` for anything else, and for a time or timescale out of bounds.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let value = Int64(parts[0]), let timescale = Int64(parts[1]) else {
            return nil
        }
        self.init(validating: value, timescale: timescale)
    }

    /// The ticks and the timescale, such as `1001/30000`. Nothing is lost by it.
    public var description: String {
        "\(value)/\(timescale)"
    }

    /// The time as people write it: `m:ss.mmm`, from an hour on `h:mm:ss.mmm`, with a minus before zero.
    ///
    /// - Parameter rounding: what becomes of the part below a millisecond. By default it is dropped, as
    ///   clocks do, so a printed length never reaches beyond the true one.
    public func timecode(rounding: Rounding = .down) -> String {
        let milliseconds = converted(to: 1000, rounding: rounding).value
        let (wholeSeconds, fraction) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let (wholeMinutes, seconds) = wholeSeconds.quotientAndRemainder(dividingBy: 60)
        let (hours, minutes) = wholeMinutes.quotientAndRemainder(dividingBy: 60)
        let sign = milliseconds < 0 ? "-" : ""
        let head = hours > 0 ? "\(hours):\(minutes.padded(to: 2))" : "\(minutes)"
        return "\(sign)\(head):\(seconds.padded(to: 2)).\(fraction.padded(to: 3))"
    }
}

extension UInt64 {
    fileprivate func padded(to width: Int) -> String {
        let digits = String(self)
        return digits.count < width ? String(repeating: "0", count: width - digits.count) + digits : digits
    }
}
