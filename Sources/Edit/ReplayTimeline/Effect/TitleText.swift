/// The text of a title: at most 500 characters of Unicode on at most 10 lines. All of them are shown as they are: there is no
/// markup.
public struct TitleText: Hashable, Sendable {
    /// The text; lines are apart by line feeds.
    public let text: String

    /// How many characters there may be.
    public static let maxLength = 500
    /// How many lines there may be.
    public static let maxLines = 10

    /// - Throws: ``TitleTextError``
    public init(validating text: String) throws(TitleTextError) {
        let scalars = text.unicodeScalars
        guard !scalars.allSatisfy(\.properties.isWhitespace) else { throw .empty }
        // A character as people count them may have any number of marks; so scalars are counted.
        guard scalars.count <= Self.maxLength else { throw .tooLong(scalars.count) }
        if let control = scalars.first(where: { $0 != "\n" && $0.properties.generalCategory == .control }) {
            throw .control(control)
        }
        let lines = scalars.count { $0 == "\n" } + 1
        guard lines <= Self.maxLines else { throw .tooManyLines(lines) }
        self.text = text
    }
}

/// Why a text cannot be a title's.
public enum TitleTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing to be seen in it.
    case empty
    /// It has so many characters.
    case tooLong(Int)
    /// It has so many lines.
    case tooManyLines(Int)
    /// It has a control character.
    case control(Unicode.Scalar)

    /// A clause.
    public var description: String {
        switch self {
        case .empty: "a title wants a text"
        case .tooLong(let length): "a title has at most \(TitleText.maxLength) characters, and this has \(length)"
        case .tooManyLines(let count): "a title has at most \(TitleText.maxLines) lines, and this has \(count)"
        case .control(let scalar):
            "a title has no control characters but line feeds, and this has U+\(Self.hexadecimal(scalar))"
        }
    }

    private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension TitleText {
    /// Between quotation marks on one line, to be read again.
    public var quoted: String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            // It would end the line, or turn round what stands beside it.
            case _ where Self.isHidden(scalar): quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Two of them only join letters, or do not.
        [.format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            && !["\u{200C}", "\u{200D}"].contains(scalar)
    }

    /// What stands between quotation marks; nil where they do not enclose all of it, or something is escaped that cannot be.
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
