import Files
import FoundationEssentials

extension JSONValue {
    /// This value with the changes of another, as RFC 7396 has it: objects are merged, null removes, all else replaces.
    func merged(with changes: JSONValue) -> JSONValue {
        guard case .object(let changed) = changes else { return changes }
        var members: [String: JSONValue] = [:]
        if case .object(let own) = self { members = own }
        for (key, value) in changed {
            members[key] = value == .null ? nil : (members[key] ?? .null).merged(with: value)
        }
        return .object(members)
    }

    static func of(_ value: some Encodable) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// As JSON with sorted keys: the same text for the same value.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
