import ReplayMovie

/// A value of a JSON5 text that knows where it stands, so that whatever is wrong with it can be shown.
struct JSON5Value: Sendable {
    /// What it is.
    indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON5Value])
        /// In the order of the text; no key twice.
        case object([Member])
    }

    /// A key and its value.
    struct Member: Sendable {
        let key: String
        /// Where the key begins, in bytes.
        let keyOffset: Int
        let value: JSON5Value
    }

    let content: Content
    /// Where it begins in the text, in bytes.
    let offset: Int

    /// What kind of value it is, with its article.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The value without its places.
    var plain: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): Int64(exactly: value).map { .integer($0) } ?? .number(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values.map(\.plain))
        case .object(let members):
            .object(Dictionary(members.map { ($0.key, $0.value.plain) }) { first, _ in first })
        }
    }
}
