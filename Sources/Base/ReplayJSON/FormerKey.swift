/// A key of JSON that an earlier version wrote, under which its values are still read.
private struct FormerKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Decodes a value under its key, or else under the key that an earlier version wrote it under.
    /// - Returns: nil where there is neither.
    package func decodeIfPresent<Value: Decodable>(
        _: Value.Type, forKey key: some CodingKey, formerly former: String
    ) throws -> Value? {
        let values = try container(keyedBy: FormerKey.self)
        return try values.decodeIfPresent(Value.self, forKey: FormerKey(stringValue: key.stringValue))
            ?? values.decodeIfPresent(Value.self, forKey: FormerKey(stringValue: former))
    }
}
