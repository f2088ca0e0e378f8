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
