/// Any JSON value, for the parts of a file that are kept without being understood.
package enum JSONValue: Codable, Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        /// Returns the value, or nil if it has another type. The error of the last attempt is thrown.
        func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? container.decode(type) }
        if container.decodeNil() {
            self = .null
        } else if let value = decoded(Bool.self) {
            self = .bool(value)
        } else if let value = decoded(Int64.self) {
            self = .integer(value)
        } else if let value = decoded(Double.self) {
            self = .number(value)
        } else if let value = decoded(String.self) {
            self = .string(value)
        } else if let value = decoded([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
