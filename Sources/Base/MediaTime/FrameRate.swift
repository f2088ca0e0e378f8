/// A constant number of frames per second, such as 60 or 30000/1001.
public struct FrameRate: Hashable, Sendable {
    /// The frames per second, above zero. Numerator and denominator are at most 10^9.
    public let framesPerSecond: Rational

    /// Creates a frame rate, or returns `nil` if the fraction is not positive or its numbers exceed 10^9.
    public init?(_ framesPerSecond: Rational) {
        let bounds: ClosedRange<Int64> = 1...1_000_000_000
        guard bounds.contains(framesPerSecond.numerator), bounds.contains(framesPerSecond.denominator) else {
            return nil
        }
        self.framesPerSecond = framesPerSecond
    }

    /// The exact duration of one frame.
    public var frameDuration: MediaTime {
        MediaTime(value: framesPerSecond.denominator, timescale: Int32(framesPerSecond.numerator))
    }

    /// Returns the index of the frame shown at an instant. Frame 0 begins at zero.
    public func frameIndex(at instant: MediaTime) -> Int {
        let dividend = Int128(instant.value) * Int128(framesPerSecond.numerator)
        let divisor = Int128(instant.timescale) * Int128(framesPerSecond.denominator)
        return Int(Rounding.down.quotient(dividend, by: divisor))
    }

    /// Returns the exact instant at which a frame begins, or `nil` if it is beyond `MediaTime.limit`.
    public func startTime(ofFrame index: Int) -> MediaTime? {
        MediaTime(
            validating: Int128(index) * Int128(framesPerSecond.denominator),
            timescale: Int128(framesPerSecond.numerator))
    }
}

extension FrameRate: LosslessStringConvertible {
    /// Reads `60`, `29.97` or `30000/1001`, or returns `nil`.
    public init?(_ description: String) {
        guard let framesPerSecond = Rational(description) else { return nil }
        self.init(framesPerSecond)
    }

    /// The exact rate: `60` or `30000/1001`.
    public var description: String { framesPerSecond.description }
}

extension FrameRate: Codable {
    /// Reads the text form, such as `"30000/1001"`, or a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let framesPerSecond = try container.decode(Rational.self)
        guard let rate = FrameRate(framesPerSecond) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(framesPerSecond) is not a frame rate.")
        }
        self = rate
    }

    /// Writes the text form, such as `"30000/1001"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(framesPerSecond)
    }
}
