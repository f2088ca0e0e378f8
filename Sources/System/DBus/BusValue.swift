/// A value in a D-Bus message.
///
/// A pure value. File descriptors are not included; see ``BusMessage/takeDescriptor()``.
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
    /// Values of one type, with their signature, because the array may be empty.
    case array(element: String, [BusValue])
    /// A dictionary `a{sv}`, as used for options and properties. The values are stored without their variants.
    case dictionary([String: BusValue])

    /// The D-Bus signature of the value's type.
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
    /// The number, or nil if the value is not a `uint32`.
    package var number: UInt32? { if case .uint32(let value) = self { value } else { nil } }

    /// The text or the object path, or nil if the value is neither.
    package var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The entries, or nil if the value is not `a{sv}`.
    package var entries: [String: BusValue]? { if case .dictionary(let entries) = self { entries } else { nil } }

    /// The elements of a structure or an array, or nil if the value is neither.
    package var elements: [BusValue]? {
        switch self {
        case .structure(let fields): fields
        case .array(_, let elements): elements
        default: nil
        }
    }

    /// The contents of a variant, or the value itself if it is not a variant.
    package var unwrapped: BusValue { if case .variant(let value) = self { value.unwrapped } else { self } }

    /// The two numbers of a structure `(ii)`, such as a size or a position, or nil if the value is not one.
    package var pair: (Int, Int)? {
        guard case .structure(let fields) = self, fields.count == 2, case .int32(let first) = fields[0],
            case .int32(let second) = fields[1]
        else { return nil }
        return (Int(first), Int(second))
    }
}
