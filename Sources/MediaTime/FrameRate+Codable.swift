extension FrameRate: Codable {
    /// Reads the text form, as in `"30000/1001"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let framesPerSecond = try container.decode(Rational.self)
        guard let rate = FrameRate(framesPerSecond) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(framesPerSecond) is not a frame rate.")
        }
        self = rate
    }

    /// Writes the text form, as in `"30000/1001"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(framesPerSecond)
    }
}
