/// An exact instant or duration: `value` ticks, with `timescale` ticks per second.
///
/// Two times are equal if they are the same instant, even if their timescales differ: 1/2 equals 45000/90000. A time is
/// at most ``limit`` seconds from zero. Because of this limit every time can be counted in every timescale, so
/// ``converted(to:rounding:)`` never fails.
public struct MediaTime: Sendable {
    /// The number of ticks.
    public let value: Int64
    /// The number of ticks per second, one of ``timescales``.
    public let timescale: Int32

    /// The valid timescales: from whole seconds to nanoseconds.
    public static let timescales: ClosedRange<Int32> = 1...1_000_000_000
    /// The greatest distance from zero, in seconds: 2^33, about 272 years.
    public static let limit: Int64 = 1 << 33
    /// The instant zero.
    public static let zero = MediaTime(value: 0, timescale: 1)

    /// Creates a time from numbers that the caller knows to be in range.
    ///
    /// - Precondition: The timescale is one of ``timescales``, and the time is at most ``limit`` seconds from zero. Use
    ///   ``init(validating:timescale:)`` for external values.
    public init(value: Int64, timescale: Int32) {
        precondition(Self.isValid(Int128(value), timescale: Int128(timescale)), "time out of bounds")
        self.value = value
        self.timescale = timescale
    }

    /// Creates a time from unchecked numbers.
    ///
    /// - Returns: `nil` if the timescale is not one of ``timescales``, or if the time is beyond ``limit``.
    public init?(validating value: Int64, timescale: Int64) {
        self.init(validating: Int128(value), timescale: Int128(timescale))
    }

    init?(validating value: Int128, timescale: Int128) {
        guard Self.isValid(value, timescale: timescale) else { return nil }
        self.value = Int64(value)
        self.timescale = Int32(timescale)
    }

    private static func isValid(_ value: Int128, timescale: Int128) -> Bool {
        timescale >= Int128(timescales.lowerBound) && timescale <= Int128(timescales.upperBound)
            && value.magnitude <= (timescale * Int128(limit)).magnitude
    }
}

extension MediaTime: Comparable {
    /// Returns true if both are the same instant, in any timescale.
    public static func == (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value == second.value
            : Int128(first.value) * Int128(second.timescale) == Int128(second.value) * Int128(first.timescale)
    }

    /// Returns true if the first instant is earlier. The comparison is exact.
    public static func < (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value < second.value
            : Int128(first.value) * Int128(second.timescale) < Int128(second.value) * Int128(first.timescale)
    }
}

extension MediaTime: Hashable {
    /// Hashes the instant. Equal instants have equal hashes, even if their timescales differ.
    public func hash(into hasher: inout Hasher) {
        let divisor = Int64(greatestCommonDivisor(value, Int64(timescale)))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale) / divisor)
    }
}

extension MediaTime {
    /// Returns a whole number of seconds. Traps if it is beyond ``limit``.
    public static func seconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1) }

    /// Returns a whole number of milliseconds. Traps if it is beyond ``limit``.
    public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1000) }
}

extension MediaTime: Codable {
    /// Reads the text form, such as `"1001/30000"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = MediaTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a time such as 1001/30000.")
        }
        self = time
    }

    /// Writes the text form, such as `"1001/30000"`, with the timescale unchanged.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isMarked = encoder.userInfo[.marksTimes] as? Bool ?? false
        try container.encode((isMarked ? Self.mark : "") + description)
    }

    /// The prefix of every time in a document that is encoded with ``Swift/CodingUserInfoKey/marksTimes``.
    package static let mark = "\u{0}time:"
}

extension MediaTime: LosslessStringConvertible {
    /// Reads the format of ``description``: ticks, a slash, the timescale.
    ///
    /// - Returns: `nil` for any other text, and for a time or timescale out of range.
    public init?(_ description: String) {
        guard let slash = description.utf8.firstIndex(of: UInt8(ascii: "/")),
            let value = Int64(description[..<slash]),
            let timescale = Int64(description[description.utf8.index(after: slash)...])
        else { return nil }
        self.init(validating: value, timescale: timescale)
    }

    /// The ticks and the timescale, such as `1001/30000`. The text is lossless.
    public var description: String {
        "\(value)/\(timescale)"
    }

    /// Returns the time in a readable form: `m:ss.mmm`, or `h:mm:ss.mmm` from one hour on, with a minus sign if negative.
    ///
    /// - Parameter rounding: The rounding to milliseconds. By default the time is rounded down, as clocks do, so that a
    ///   printed duration is never longer than the true one.
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

extension CodingUserInfoKey {
    /// The key of an encoder's `userInfo` that marks times, so that they can be distinguished from other strings.
    package static let marksTimes: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "replay.marksTimes") else { preconditionFailure("a key is a text") }
        return key
    }()
}
