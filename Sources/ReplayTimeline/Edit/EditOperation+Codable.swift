internal import MediaTime

extension EditOperation: Codable {
    private enum CodingKeys: CodingKey {
        case trim, cut
    }

    /// Reads `{"trim": range}` or `{"cut": range}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let range = try container.decodeIfPresent(TimeRange.self, forKey: .trim) {
            self = .trim(range)
        } else {
            self = .cut(try container.decode(TimeRange.self, forKey: .cut))
        }
    }

    /// Writes `{"trim": range}` or `{"cut": range}`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .trim(let range): try container.encode(range, forKey: .trim)
        case .cut(let range): try container.encode(range, forKey: .cut)
        }
    }
}
