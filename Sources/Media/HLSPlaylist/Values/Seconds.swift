/// A duration or an instant of a presentation, in nanoseconds. Values are clamped to ±2^61, so that differences do
/// not overflow.
package struct Seconds: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let nanoseconds: Int64

    package static let zero = Seconds(nanoseconds: 0)
    private static let limit: Int128 = 1 << 61
    private static let perSecond: Int128 = 1_000_000_000

    package init(nanoseconds: Int64) { self.init(clamping: Int128(nanoseconds)) }

    /// Creates a time from ticks, rounded to the nearest nanosecond.
    /// - Parameter timescale: The ticks per second; above zero.
    package init(ticks: Int64, timescale: Int32) {
        let product = Int128(ticks) * Self.perSecond * 2 + Int128(timescale) * Int128(ticks.signum())
        self.init(clamping: product / (2 * Int128(timescale)))
    }

    /// Parses a decimal number of at most 36,000 seconds (RFC 8216, 4.2). Digits below a nanosecond are dropped.
    package init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let whole = PlaylistTag.integer(first), whole <= 36_000 else { return nil }
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard fraction.utf8.count <= 1000, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = fraction.prefix(9)
        let scaled = digits.utf8.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        let missing = (digits.utf8.count..<9).reduce(scaled) { value, _ in value * 10 }
        self.init(nanoseconds: Int64(whole) * 1_000_000_000 + missing)
    }

    /// The value as a decimal number, exact, with six decimals or nine; at least zero.
    var decimal: String {
        let fraction = nanoseconds % 1_000_000_000
        let (digits, count) = fraction % 1000 == 0 ? (fraction / 1000, 6) : (fraction, 9)
        let text = String(digits)
        return "\(nanoseconds / 1_000_000_000)." + String(repeating: "0", count: count - text.count) + text
    }

    private init(clamping nanoseconds: Int128) {
        self.nanoseconds = Int64(max(-Self.limit, min(Self.limit, nanoseconds)))
    }

    package static func milliseconds(_ count: Int64) -> Seconds { Seconds(nanoseconds: count * 1_000_000) }

    package static func + (first: Seconds, second: Seconds) -> Seconds {
        Seconds(clamping: Int128(first.nanoseconds) + Int128(second.nanoseconds))
    }

    package static func - (first: Seconds, second: Seconds) -> Seconds {
        Seconds(clamping: Int128(first.nanoseconds) - Int128(second.nanoseconds))
    }

    package static func < (first: Seconds, second: Seconds) -> Bool { first.nanoseconds < second.nanoseconds }

    package var magnitude: Seconds { Seconds(nanoseconds: abs(nanoseconds)) }

    /// The value rounded to the nearest second, halves upwards.
    package var rounded: Int { Int((nanoseconds + 500_000_000) / 1_000_000_000) }

    /// Returns true if the difference to another value is at most `tolerance`.
    package func isWithin(_ tolerance: Seconds, of other: Seconds) -> Bool { (self - other).magnitude <= tolerance }

    /// The value in seconds with at most six decimals, such as `6.006 s`.
    package var description: String {
        let micro = (abs(nanoseconds) + 500) / 1000
        var fraction = String(micro % 1_000_000)
        fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
        while fraction.count > 3, fraction.last == "0" { fraction.removeLast() }
        return (nanoseconds < 0 ? "-" : "") + "\(micro / 1_000_000).\(fraction) s"
    }
}
