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
        try container.encode(description)
    }
}
