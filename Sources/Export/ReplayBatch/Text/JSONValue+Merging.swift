import Files
import FoundationEssentials

extension JSONValue {
    /// Returns this value with changes merged according to RFC 7396: objects are merged, null removes, all
    /// else replaces.
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

    /// The value as JSON with sorted keys, so that equal values give equal texts.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
