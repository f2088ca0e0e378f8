extension TimeRange: Codable {
    private enum CodingKeys: CodingKey {
        case start, end
    }

    /// Reads `{"start": …, "end": …}`; an end before the start is corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let start = try container.decode(MediaTime.self, forKey: .start)
        let end = try container.decode(MediaTime.self, forKey: .end)
        guard let range = TimeRange(validatingStart: start, end: end) else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: container, debugDescription: "The end \(end) is before the start \(start).")
        }
        self = range
    }

    /// Writes `{"start": …, "end": …}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
    }
}
