/// A list of `NAME=VALUE` pairs, separated by commas, in their order (RFC 8216, 4.2).
package struct AttributeList: Sendable, Equatable, CustomStringConvertible {
    /// An attribute of the list.
    package struct Attribute: Sendable, Equatable, CustomStringConvertible {
        package let name: String
        /// The value without quotation marks.
        package let value: String
        package let isQuoted: Bool

        /// The attribute as it is written.
        package var description: String { name + "=" + (isQuoted ? "\"\(value)\"" : value) }
    }

    package private(set) var attributes: [Attribute] = []
    /// The fault that makes it an invalid list, as a clause.
    package private(set) var fault: String?

    package init(_ text: String) {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            guard let attribute = Self.next(&rest) else {
                fault = "“\(String(Substring(rest)).prefix(40))” is not NAME=VALUE"
                return
            }
            if self[attribute.name] != nil { fault = "\(attribute.name) occurs twice" }
            attributes.append(attribute)
            if attributes.count > 100 { fault = "it has more than 100 attributes" }
            if fault != nil { return }
        }
    }

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The list as it is written.
    package var description: String {
        attributes.map(\.description).joined(separator: ",")
    }

    private static func next(_ rest: inout Substring.UTF8View) -> Attribute? {
        guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals > rest.startIndex,
            rest[..<equals].allSatisfy(isNameByte)
        else { return nil }
        let name = String(Substring(rest[..<equals]))
        var value = rest[rest.index(after: equals)...]
        let isQuoted = value.first == UInt8(ascii: "\"")
        if isQuoted { value = value.dropFirst() }
        let ending = UInt8(ascii: isQuoted ? "\"" : ",")
        let end = value.firstIndex(of: ending)
        if isQuoted, end == nil { return nil }
        var tail = value[(end ?? value.endIndex)...]
        if isQuoted { tail = tail.dropFirst() }
        let text = String(Substring(value[..<(end ?? value.endIndex)]))
        let isLast = tail.isEmpty
        guard isQuoted || !text.isEmpty, isLast || tail.popFirst() == UInt8(ascii: ","), isLast || !tail.isEmpty else {
            return nil
        }
        rest = tail
        return Attribute(name: name, value: text, isQuoted: isQuoted)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
