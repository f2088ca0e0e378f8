/// A language tag of BCP 47, such as `en`, `pt-BR` or `zh-Hant-TW`.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag as it was written: ASCII letters, digits and hyphens.
    public let description: String

    /// The irregular tags of RFC 5646, 2.2.8, which its grammar does not produce.
    private static let irregular: Set<String> = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]

    /// The largest length of a tag, in characters.
    private static let maxLength = 100

    /// True if the tag begins with a code of one to three letters. All real languages have two or three letters; RFC
    /// 5646 also allows names such as “english”.
    public var isCode: Bool {
        let first = description.utf8.prefix { $0 != UInt8(ascii: "-") }
        return (1...3).contains(first.count)
    }

    /// Reads a tag.
    /// - Returns: Nil if the text is not well-formed by RFC 5646, 2.1. It is not checked if the language exists.
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

/// The subtags between the hyphens of a tag, read from the front.
private struct Subtags {
    typealias Subtag = Substring.UTF8View

    private var rest: ArraySlice<Subtag>

    init(_ text: String) {
        rest = text[...].utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        // No rule of the grammar accepts an empty subtag.
        if !rest.allSatisfy({ $0.allSatisfy(\.isAlphanumeric) }) { rest = [""[...].utf8] }
    }

    /// True if the rest is for private use: it begins with `x`.
    var isPrivate: Bool { rest.first.map { $0.count == 1 && $0.first.map { $0 | 0x20 } == UInt8(ascii: "x") } ?? false }

    @discardableResult
    mutating func takeAny(_ isWanted: (Subtag) -> Bool) -> Bool {
        guard let first = rest.first, isWanted(first) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a language, and up to three extended language subtags after a short one.
    mutating func takeLanguage() -> Bool {
        let isShort = rest.first.map { $0.count <= 3 } ?? false
        guard takeAny({ (2...8).contains($0.count) && $0.isAlphabetic }) else { return false }
        for _ in 0..<3 where isShort { takeAny { $0.count == 3 && $0.isAlphabetic } }
        return true
    }

    /// Reads an extension: a single letter or digit other than `x`, and at least one subtag.
    mutating func takeExtension() -> Bool {
        guard !isPrivate, rest.count > 1, rest.first?.count == 1, (2...8).contains(rest[rest.startIndex + 1].count)
        else {
            return false
        }
        rest.removeFirst()
        while takeAny({ (2...8).contains($0.count) }) {}
        return true
    }

    /// Reads an optional private use part.
    /// - Returns: True if the tag is then complete.
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
