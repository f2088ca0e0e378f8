/// A value of a JSON5 text that knows where it stands, so that whatever is wrong with it can be shown.
package struct JSON5Value: Sendable {
    /// What it is.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON5Value])
        /// In the order of the text; no key twice.
        case object([Member])
    }

    /// A key and its value.
    package struct Member: Sendable {
        package let key: String
        /// Where the key begins, in bytes.
        package let keyOffset: Int
        package let value: JSON5Value
    }

    package let content: Content
    /// Where it begins in the text, in bytes.
    package let offset: Int

    /// What kind of value it is, with its article.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value that is found by following keys of objects and decimal places in lists; nil where there is none.
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
