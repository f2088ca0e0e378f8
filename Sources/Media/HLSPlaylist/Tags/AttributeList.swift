/// A list of `NAME=VALUE` pairs, separated by commas, in their order (RFC 8216, 4.2).
package struct AttributeList: Sendable, Hashable, CustomStringConvertible {
    /// An attribute of the list.
    package struct Attribute: Sendable, Hashable, CustomStringConvertible {
        package let name: String
        /// The value without quotation marks.
        package let value: String
        package let isQuoted: Bool

        init(name: String, value: String, isQuoted: Bool) {
            (self.name, self.value, self.isQuoted) = (name, value, isQuoted)
        }

        /// Creates an attribute whose value is a number or a word, without quotation marks.
        package init(_ name: String, _ value: some CustomStringConvertible) {
            self.init(name: name, value: value.description, isQuoted: false)
        }

        /// Creates an attribute whose value is a text in quotation marks. The format has no escapes, so quotes and
        /// control characters are replaced.
        package static func quoted(_ name: String, _ text: String) -> Attribute {
            var value = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": value += "'"
                case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": value += " "
                default: value.unicodeScalars.append(scalar)
                }
            }
            return Attribute(name: name, value: value, isQuoted: true)
        }

        /// The attribute as it is written.
        package var description: String { name + "=" + (isQuoted ? "\"\(value)\"" : value) }
    }

    package let attributes: [Attribute]

    package init(_ attributes: [Attribute]) { self.attributes = attributes }

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The list as it is written.
    package var description: String {
        attributes.map(\.description).joined(separator: ",")
    }
}

extension AttributeList {
    private static let maxCount = 100

    /// Parses a list.
    /// - Returns: The attributes up to the first invalid one, and the fault that makes it an invalid list, as a clause.
    package static func parse(_ text: String) -> (list: AttributeList, fault: String?) {
        var attributes: [Attribute] = []
        var fault: String?
        var rest = text.utf8[...]
        while !rest.isEmpty, fault == nil {
            guard let attribute = next(&rest) else {
                fault = "“\(String(Substring(rest)).prefix(40))” is not NAME=VALUE"
                break
            }
            if attributes.contains(where: { $0.name == attribute.name }) { fault = "\(attribute.name) occurs twice" }
            attributes.append(attribute)
            if attributes.count > maxCount { fault = "it has more than \(maxCount) attributes" }
        }
        return (AttributeList(attributes), fault)
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
