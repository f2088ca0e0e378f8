internal import MediaTime

extension EditHistory: Codable {
    private enum CodingKeys: CodingKey {
        case duration, operations, position
    }

    /// Reads `{"duration": "900000/90000", "operations": [{"cut": range}], "position": 1}`. A position beyond the
    /// operations, or operations in force that cannot be, are corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let operations = try container.decode([EditOperation].self, forKey: .operations)
        let position = try container.decode(Int.self, forKey: .position)
        guard (0...operations.count).contains(position) else {
            throw DecodingError.dataCorruptedError(
                forKey: .position, in: container,
                debugDescription: "The position \(position) is beyond the \(operations.count) operations.")
        }
        do throws(EditError) {
            try self.init(duration: duration, operations: operations, position: position)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .operations, in: container, debugDescription: error.description)
        }
    }

    /// Writes what ``init(from:)`` reads; the edit is not written, since the operations amount to it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(edit.duration, forKey: .duration)
        try container.encode(operations, forKey: .operations)
        try container.encode(position, forKey: .position)
    }
}
