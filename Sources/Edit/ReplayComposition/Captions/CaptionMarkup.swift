/// A part of a cue's text in WebVTT syntax.
enum CaptionMarkup: Equatable {
    /// The visible text.
    case text(String)
    /// A tag, with its angle brackets.
    case tag(String)

    /// Parses a cue's text. An opening bracket without a closing one begins no tag, so that the text after it stays
    /// visible.
    static func parse(_ text: String) -> [CaptionMarkup] {
        var parts: [CaptionMarkup] = []
        var rest = text.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let end = rest.index(after: close)
            if open > rest.startIndex { parts.append(.text(unescaped(rest[..<open]))) }
            parts.append(.tag(String(Substring(rest[open..<end]))))
            rest = rest[end...]
        }
        if !rest.isEmpty { parts.append(.text(unescaped(rest))) }
        return parts
    }

    /// The maximum length of a character reference.
    private static let maxReference = 10
    private static let references: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}",
    ]

    /// Returns the text with its character references decoded. Unknown references are kept.
    private static func unescaped(_ text: Substring.UTF8View) -> String {
        var (result, rest) = ("", text)
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += Substring(rest[..<start])
            rest = rest[rest.index(after: start)...]
            let end = rest.prefix(maxReference).firstIndex(of: UInt8(ascii: ";"))
            guard let end, let scalar = scalar(String(Substring(rest[..<end]))) else {
                result += "&"
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + Substring(rest)
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        guard reference.utf8.first == UInt8(ascii: "#") else { return references[reference] }
        let number = reference.dropFirst()
        let isHexadecimal = number.utf8.first == UInt8(ascii: "x") || number.utf8.first == UInt8(ascii: "X")
        let value = isHexadecimal ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
        return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
}

extension Captions.Cue {
    /// The visible text, without tags and character references, and without empty lines.
    package var plainText: String { text { _ in false } }

    /// The text in SubRip syntax: without character references, and with only the tags that SubRip has.
    var subRipText: String {
        text { tag in
            ["<b>", "</b>", "<i>", "</i>", "<u>", "</u>"].contains(tag.lowercased()) || tag.hasPrefix("<font ")
                || tag == "</font>"
        }
    }

    private func text(keeping isKept: (String) -> Bool) -> String {
        let parts = CaptionMarkup.parse(lines.joined(separator: "\n")).map { part in
            switch part {
            case .text(let text): text
            case .tag(let tag): isKept(tag) ? tag : ""
            }
        }
        return parts.joined().split { $0 == "\n" }.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    }
}
