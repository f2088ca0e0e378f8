/// The captions of a recording: a file in its folder, with times of the recording.
public struct EditCaptions: Hashable, Sendable {
    /// The prefix of the file's name.
    package static let prefix = "captions-"

    /// The name of the file: the prefix and 32 hexadecimal digits derived from the file's contents.
    public let name: String
    /// The language tag of the captions (RFC 5646), such as `en`, or nil if it is not known.
    public let language: String?

    /// Creates captions, or returns nil if the name is not valid, so that no other file can be named. The language
    /// must be a language tag.
    public init?(_ name: String, language: String? = nil) {
        let digits = name.utf8.dropFirst(Self.prefix.utf8.count)
        let hexadecimal = Set("0123456789abcdef".utf8)
        guard name.utf8.starts(with: Self.prefix.utf8), digits.count == 32, digits.allSatisfy(hexadecimal.contains),
            language.map(Self.isLanguage) ?? true
        else { return nil }
        self.name = name
        self.language = language
    }

    /// Returns captions whose file is not known yet.
    static func placeholder(language: String?) -> EditCaptions { EditCaptions(unchecked: "", language: language) }

    private init(unchecked name: String, language: String?) {
        self.name = name
        self.language = language
    }

    /// Returns true if a text looks like a language tag: a code of two or three letters, with or without subtags.
    static func isLanguage(_ text: some StringProtocol) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isWord = parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { Character(UnicodeScalar($0)).isLetter || isDigit($0) }
        }
        return isWord && text.utf8.count <= 35 && parts.first.map { (2...3).contains($0.count) } ?? false
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
