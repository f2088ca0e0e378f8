package import ReplayJSON

/// The expected form of a value in a file that people write.
package struct JSON5Form: Sendable {
    /// A kind of value.
    package enum Kind: Sendable {
        case text, wholeNumber, number, textOrNumber, boolean, list, object
    }

    package let kind: Kind
    package let example: String

    /// Creates a form.
    /// - Parameter example: An example value, as it is written.
    package init(_ kind: Kind, example: String) {
        self.kind = kind
        self.example = example
    }

    var noun: String {
        switch kind {
        case .text: "a string"
        case .wholeNumber: "a whole number"
        case .number: "a number"
        case .textOrNumber: "a number or a string"
        case .boolean: "true or false"
        case .list: "a list"
        case .object: "an object"
        }
    }

    package func fits(_ value: JSON5Value) -> Bool {
        switch (kind, value.content) {
        case (.text, .string), (.textOrNumber, .string), (.textOrNumber, .number), (.number, .number),
            (.boolean, .bool),
            (.list, .array), (.object, .object):
            true
        case (.wholeNumber, .number(let number)): Int64(exactly: number) != nil
        default: false
        }
    }
}
