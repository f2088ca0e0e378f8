/// The text of a title: at most 500 Unicode scalars on at most 10 lines. The text is shown literally, without markup.
public struct TitleText: Hashable, Sendable {
    /// The text. Lines are separated by line feeds.
    public let text: String

    /// The maximum number of Unicode scalars.
    public static let maxLength = 500
    /// The maximum number of lines.
    public static let maxLines = 10

    /// Creates a text.
    ///
    /// - Throws: ``TitleTextError`` if the text is empty, too long or contains a control character.
    public init(validating text: String) throws(TitleTextError) {
        let scalars = text.unicodeScalars
        guard !scalars.allSatisfy(\.properties.isWhitespace) else { throw .empty }
        // Unicode scalars are counted because one `Character` may contain any number of combining marks.
        guard scalars.count <= Self.maxLength else { throw .tooLong(scalars.count) }
        if let control = scalars.first(where: { $0 != "\n" && $0.properties.generalCategory == .control }) {
            throw .control(control)
        }
        let lines = scalars.count { $0 == "\n" } + 1
        guard lines <= Self.maxLines else { throw .tooManyLines(lines) }
        self.text = text
    }
}

/// An error that occurs if a text is not valid for a title.
public enum TitleTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty or only white space.
    case empty
    /// The text has this number of Unicode scalars, which is too many.
    case tooLong(Int)
    /// The text has this number of lines, which is too many.
    case tooManyLines(Int)
    /// The text has a control character.
    case control(Unicode.Scalar)

    /// A clause that names the problem.
    public var description: String {
        switch self {
        case .empty: "a title requires a text"
        case .tooLong(let length): "a title has at most \(TitleText.maxLength) characters, but this one has \(length)"
        case .tooManyLines(let count): "a title has at most \(TitleText.maxLines) lines, but this one has \(count)"
        case .control(let scalar):
            "a title has no control characters except line feeds, but this one has U+\(Self.hexadecimal(scalar))"
        }
    }

    /// The same for any text.
    var reason: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong(let length): "it has \(length) characters, more than \(TitleText.maxLength)"
        case .tooManyLines(let count): "it has \(count) lines, more than \(TitleText.maxLines)"
        case .control(let scalar): "it has the control character U+\(Self.hexadecimal(scalar))"
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension TitleText {
    /// The text between quotation marks on one line, with escapes that `unquoted(_:)` reads.
    public var quoted: String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            // These would end the line, or change the direction of the text next to them.
            case _ where Self.isHidden(scalar): quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // ZWNJ and ZWJ are allowed.
        [.format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            && !["\u{200C}", "\u{200D}"].contains(scalar)
    }

    /// Returns the text between the quotation marks, or nil if it is not correctly quoted or has an invalid escape.
    static func unquoted(_ quoted: Substring) -> String? {
        guard quoted.utf8.count >= 2, quoted.utf8.first == UInt8(ascii: "\""), quoted.utf8.last == UInt8(ascii: "\"")
        else { return nil }
        var text = String.UnicodeScalarView()
        var rest = quoted.unicodeScalars.dropFirst().dropLast()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return nil
            case "\\":
                guard let escaped = escaped(&rest) else { return nil }
                text.append(escaped)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        switch rest.popFirst() {
        case "n": return "\n"
        case "\"": return "\""
        case "\\": return "\\"
        case "u":
            guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
            let value = UInt32(String(rest[..<end]), radix: 16)
            rest = rest[rest.index(after: end)...]
            return value.flatMap(Unicode.Scalar.init)
        default: return nil
        }
    }
}
