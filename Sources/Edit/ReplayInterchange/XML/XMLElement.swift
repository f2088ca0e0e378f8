/// An element of an XML document: https://www.w3.org/TR/xml/.
struct XMLElement {
    let name: String
    /// In the order in which they are written.
    var attributes: [(name: String, value: String)]
    var children: [XMLElement]
    /// What stands in it where it has no children.
    var text: String?

    init(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String? = nil,
        _ children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes.compactMap { key, value in value.map { (key, $0) } }
        (self.children, self.text) = (children, text)
    }

    /// The document of which it is the root.
    /// - Parameter documentType: what stands behind `<!DOCTYPE`; nil: none.
    func document(type documentType: String? = nil) -> String {
        var lines = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        if let documentType { lines += "<!DOCTYPE \(documentType)>\n" }
        write(to: &lines, indent: "")
        return lines
    }

    private func write(to lines: inout String, indent: String) {
        let tag = name + attributes.map { " \($0.name)=\"\($0.value.xmlEscaped)\"" }.joined()
        if children.isEmpty {
            lines += indent + (text.map { "<\(tag)>\($0.xmlEscaped)</\(name)>\n" } ?? "<\(tag)/>\n")
            return
        }
        lines += "\(indent)<\(tag)>\n"
        for child in children { child.write(to: &lines, indent: indent + "  ") }
        lines += "\(indent)</\(name)>\n"
    }
}

extension String {
    /// As an attribute or an element has it. What XML 1.0 has no place for, even escaped, is U+FFFD.
    var xmlEscaped: String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            // A reader makes spaces of them where they stand as they are.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);".unicodeScalars
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
