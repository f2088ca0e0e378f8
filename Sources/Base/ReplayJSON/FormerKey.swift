/// A JSON key of an earlier version. Its values can still be read.
private struct FormerKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Decodes the value of a key, or of the key that an earlier version used.
    /// - Returns: The value, or nil if neither key is present.
    package func decodeIfPresent<Value: Decodable>(
        _: Value.Type, forKey key: some CodingKey, formerly former: String
    ) throws -> Value? {
        let values = try container(keyedBy: FormerKey.self)
        return try values.decodeIfPresent(Value.self, forKey: FormerKey(stringValue: key.stringValue))
            ?? values.decodeIfPresent(Value.self, forKey: FormerKey(stringValue: former))
    }
}
