/// An exact instant, or a length of time: `value` ticks of which `timescale` make a second.
///
/// Two times are equal when they mean the same instant, whatever their timescales: 1/2 equals 45000/90000.
/// A time lies within ``limit`` seconds of zero. Because of this bound every time can be counted in every
/// timescale, so ``converted(to:rounding:)`` never fails.
public struct MediaTime: Sendable {
    /// The number of ticks.
    public let value: Int64
    /// The number of ticks in a second, one of ``timescales``.
    public let timescale: Int32

    /// The timescales that exist: from whole seconds to nanoseconds.
    public static let timescales: ClosedRange<Int32> = 1...1_000_000_000
    /// The greatest distance from zero, in seconds: 2^33, some 272 years.
    public static let limit: Int64 = 1 << 33
    /// The instant zero.
    public static let zero = MediaTime(value: 0, timescale: 1)

    /// A time the caller knows to be within bounds.
    ///
    /// - Precondition: the timescale is one of ``timescales``, and the time within ``limit`` of zero.
    ///   What comes from outside goes through ``init(validating:timescale:)``.
    public init(value: Int64, timescale: Int32) {
        precondition(Self.isValid(Int128(value), timescale: Int128(timescale)), "time out of bounds")
        self.value = value
        self.timescale = timescale
    }

    /// A time from numbers that nobody has checked.
    ///
    /// - Returns: `nil` when the timescale is not one of ``timescales``, or the time beyond ``limit``.
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
    /// Whether both mean the same instant.
    public static func == (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value == second.value
            : Int128(first.value) * Int128(second.timescale) == Int128(second.value) * Int128(first.timescale)
    }

    /// Whether the first instant is the earlier one, decided exactly.
    public static func < (first: MediaTime, second: MediaTime) -> Bool {
        first.timescale == second.timescale
            ? first.value < second.value
            : Int128(first.value) * Int128(second.timescale) < Int128(second.value) * Int128(first.timescale)
    }
}

extension MediaTime: Hashable {
    /// Hashes the instant: equal instants hash alike in every timescale.
    public func hash(into hasher: inout Hasher) {
        let divisor = Int64(greatestCommonDivisor(value, Int64(timescale)))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale) / divisor)
    }
}

extension MediaTime {
    /// A whole number of seconds, at most `limit` either way.
    public static func seconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1) }

    /// A whole number of milliseconds.
    public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1000) }
}

extension MediaTime: Codable {
    /// Reads the text form, as in `"1001/30000"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = MediaTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a time such as 1001/30000.")
        }
        self = time
    }

    /// Writes the text form, as in `"1001/30000"`: the timescale is kept.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let isMarked = encoder.userInfo[.marksTimes] as? Bool ?? false
        try container.encode((isMarked ? Self.mark : "") + description)
    }

    /// The beginning of a time in a document that is encoded with ``Swift/CodingUserInfoKey/marksTimes``.
    package static let mark = "\u{0}time:"
}

extension MediaTime: LosslessStringConvertible {
    /// Reads what ``description`` writes: ticks, a slash, the timescale.
    ///
    /// - Returns: `nil` for anything else, and for a time or timescale out of bounds.
    public init?(_ description: String) {
        guard let slash = description.utf8.firstIndex(of: UInt8(ascii: "/")),
            let value = Int64(description[..<slash]),
            let timescale = Int64(description[description.utf8.index(after: slash)...])
        else { return nil }
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

extension CodingUserInfoKey {
    /// Lets times be told from other texts while a document is encoded.
    package static let marksTimes: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "replay.marksTimes") else { preconditionFailure("a key is a text") }
        return key
    }()
}
