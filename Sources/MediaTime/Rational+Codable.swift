extension Rational: Codable {
    /// Reads the text form, as in `"30000/1001"`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let rational = Rational(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a fraction such as 30000/1001.")
        }
        self = rational
    }

    /// Writes the text form, as in `"30000/1001"`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
