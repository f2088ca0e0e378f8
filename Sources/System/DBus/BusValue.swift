/// A value that a message of D-Bus carries.
///
/// A pure value; descriptors are no values, and taken by ``BusMessage/takeDescriptor()``.
package indirect enum BusValue: Hashable, Sendable {
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case variant(BusValue)
    case structure([BusValue])
    /// Values of one type, whose signature is named because there may be none of them.
    case array(element: String, [BusValue])
    /// `a{sv}`, which options and properties are: the values stand here without their variants.
    case dictionary([String: BusValue])

    /// The type, as D-Bus writes it.
    package var signature: String {
        switch self {
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .variant: "v"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .array(let element, _): "a" + element
        case .dictionary: "a{sv}"
        }
    }
}

extension BusValue {
    /// The number; nil where it is none of 32 bits without a sign.
    package var number: UInt32? { if case .uint32(let value) = self { value } else { nil } }

    /// The text, or the object's path; nil where it is neither.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The entries; nil where it is no `a{sv}`.
    package var entries: [String: BusValue]? { if case .dictionary(let entries) = self { entries } else { nil } }

    /// What a structure or an array holds; nil where it is neither.
    package var elements: [BusValue]? {
        switch self {
        case .structure(let fields): fields
        case .array(_, let elements): elements
        default: nil
        }
    }

    /// What is in a variant; the value itself where it is none.
    package var unwrapped: BusValue { if case .variant(let value) = self { value.unwrapped } else { self } }

    /// The two numbers of a structure such as a size or a place; nil where it is no `(ii)`.
    package var pair: (Int, Int)? {
        guard case .structure(let fields) = self, fields.count == 2, case .int32(let first) = fields[0],
            case .int32(let second) = fields[1]
        else { return nil }
        return (Int(first), Int(second))
    }
}
