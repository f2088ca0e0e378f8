/// A value of a JSON5 text with its position, so that errors can show where it is.
package struct JSON5Value: Sendable {
    /// The type and contents of the value.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON5Value])
        /// The members in the order of the text. Keys are unique.
        case object([Member])
    }

    /// A key and its value.
    package struct Member: Sendable {
        package let key: String
        /// The byte offset of the key in the text.
        package let keyOffset: Int
        package let value: JSON5Value
    }

    package let content: Content
    /// The byte offset of the value in the text.
    package let offset: Int

    /// The name of the value's type, with its article.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// Returns the value at a path of object keys and decimal array indices, or nil if there is none.
    package func value(at path: some Sequence<String>) -> JSON5Value? {
        var value = self
        for step in path {
            switch value.content {
            case .object(let members):
                guard let member = members.first(where: { $0.key == step }) else { return nil }
                value = member.value
            case .array(let values):
                guard let place = Int(step), values.indices.contains(place) else { return nil }
                value = values[place]
            default: return nil
            }
        }
        return value
    }
}
