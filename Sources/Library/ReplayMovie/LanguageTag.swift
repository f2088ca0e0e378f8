/// The name of a language as BCP 47 has it, such as `en`, `pt-BR` or `zh-Hant-TW`.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag as it was written: ASCII letters, digits and hyphens.
    public let description: String

    /// Tags of RFC 5646, 2.2.8, that its grammar does not make.
    private static let irregular: Set<String> = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]

    /// How long a tag may be.
    private static let maxLength = 100

    /// True if the tag begins with a code of two or three letters, as all languages have, and not with a name such as
    /// “english”, which RFC 5646 would also allow.
    public var isCode: Bool {
        let first = description.utf8.prefix { $0 != UInt8(ascii: "-") }
        return (1...3).contains(first.count)
    }

    /// Reads a tag.
    /// - Returns: nil where the text is not well-formed by RFC 5646, 2.1. Whether the language exists is not asked.
    public init?(_ text: String) {
        guard (2...Self.maxLength).contains(text.utf8.count) else { return nil }
        description = text
        if Self.irregular.contains(text.lowercased()) { return }
        var parts = Subtags(text)
        guard parts.takeLanguage() || parts.isPrivate else { return nil }
        parts.takeAny { $0.count == 4 && $0.isAlphabetic }
        parts.takeAny { $0.count == 2 && $0.isAlphabetic || $0.count == 3 && $0.isNumeric }
        while parts.takeAny({ (5...8).contains($0.count) || $0.count == 4 && $0.first?.isDigit == true }) {}
        while parts.takeExtension() {}
        guard parts.takePrivate() else { return nil }
    }
}

/// What lies between the hyphens of a tag, taken from the front.
private struct Subtags {
    typealias Subtag = Substring.UTF8View

    private var rest: ArraySlice<Subtag>

    init(_ text: String) {
        rest = text[...].utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        // None of the grammar's rules takes an empty one.
        if !rest.allSatisfy({ $0.allSatisfy(\.isAlphanumeric) }) { rest = [""[...].utf8] }
    }

    /// Whether what follows is for private use: `x`.
    var isPrivate: Bool { rest.first.map { $0.count == 1 && $0.first.map { $0 | 0x20 } == UInt8(ascii: "x") } ?? false }

    @discardableResult
    mutating func takeAny(_ isWanted: (Subtag) -> Bool) -> Bool {
        guard let first = rest.first, isWanted(first) else { return false }
        rest.removeFirst()
        return true
    }

    /// A language, and up to three extensions of a short one.
    mutating func takeLanguage() -> Bool {
        let isShort = rest.first.map { $0.count <= 3 } ?? false
        guard takeAny({ (2...8).contains($0.count) && $0.isAlphabetic }) else { return false }
        for _ in 0..<3 where isShort { takeAny { $0.count == 3 && $0.isAlphabetic } }
        return true
    }

    /// A single letter or digit other than `x`, and one subtag at least.
    mutating func takeExtension() -> Bool {
        guard !isPrivate, rest.count > 1, rest.first?.count == 1, (2...8).contains(rest[rest.startIndex + 1].count)
        else {
            return false
        }
        rest.removeFirst()
        while takeAny({ (2...8).contains($0.count) }) {}
        return true
    }

    /// - Returns: whether there is nothing else.
    mutating func takePrivate() -> Bool {
        guard isPrivate else { return rest.isEmpty }
        rest.removeFirst()
        return !rest.isEmpty && rest.allSatisfy { (1...8).contains($0.count) }
    }
}

extension Substring.UTF8View {
    fileprivate var isAlphabetic: Bool { allSatisfy(\.isLetter) }
    fileprivate var isNumeric: Bool { allSatisfy(\.isDigit) }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isAlphanumeric: Bool { isLetter || isDigit }
}
