/// An element of an XML document: https://www.w3.org/TR/xml/.
struct XMLElement {
    let name: String
    /// The attributes, in the order in which they are written.
    var attributes: [(name: String, value: String)]
    var children: [XMLElement]
    /// The text, used only if there are no children.
    var text: String?

    init(
        _ name: String, attributes: KeyValuePairs<String, String?> = [:], text: String? = nil,
        children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes.compactMap { key, value in value.map { (key, $0) } }
        (self.children, self.text) = (children, text)
    }

    /// Returns the document whose root is this element.
    /// - Parameter documentType: The name after `<!DOCTYPE`, or nil to leave the declaration out.
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
    /// The text, escaped for an attribute or an element. A character that XML 1.0 does not allow becomes U+FFFD.
    var xmlEscaped: String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            // Parsers normalize these to spaces in attributes unless they are escaped (XML 1.0, 3.3.3).
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);".unicodeScalars
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
