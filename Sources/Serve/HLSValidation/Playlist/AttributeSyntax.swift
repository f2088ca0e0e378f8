import ReplayMovie

/// The syntax of an attribute's value (RFC 8216, 4.2).
enum AttributeSyntax: CustomStringConvertible {
    /// A text in quotation marks.
    case quoted
    /// A language tag of BCP 47, in quotation marks.
    case language
    /// A value `CC1` to `CC4` or `SERVICE1` to `SERVICE63`, in quotation marks.
    case stream
    /// A number, or two, without quotation marks. The rules that use the value check it.
    case number
    /// A word from a list, without quotation marks.
    case word([String])
    /// A text in quotation marks, or this word without them.
    case quotedOr(String)

    func allows(_ attribute: AttributeList.Attribute) -> Bool {
        switch self {
        case .quoted: attribute.isQuoted
        case .language: attribute.isQuoted && LanguageTag(attribute.value) != nil
        case .stream: attribute.isQuoted && Self.streams.contains(attribute.value)
        case .number: !attribute.isQuoted
        case .word(let words): !attribute.isQuoted && words.contains(attribute.value)
        case .quotedOr(let word): attribute.isQuoted || attribute.value == word
        }
    }

    /// The expected syntax, as a phrase.
    var description: String {
        switch self {
        case .quoted: "a value in quotes"
        case .language: "a language tag in quotes, such as \"en\""
        case .stream: "\"CC1\" to \"CC4\" or \"SERVICE1\" to \"SERVICE63\""
        case .number: "a number without quotes"
        case .word(let words): words.joined(separator: " or ") + ", without quotes"
        case .quotedOr(let word): "a value in quotes, or \(word)"
        }
    }

    private static let streams = Set((1...4).map { "CC\($0)" } + (1...63).map { "SERVICE\($0)" })
    private static let yesOrNo = word(["YES", "NO"])

    /// The syntax of each tag's attributes. Other attributes are not checked.
    static let known: [String: [String: AttributeSyntax]] = [
        "EXT-X-MEDIA": [
            "TYPE": .word(["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]), "URI": .quoted, "GROUP-ID": .quoted,
            "LANGUAGE": .language, "ASSOC-LANGUAGE": .language, "NAME": .quoted, "DEFAULT": yesOrNo,
            "AUTOSELECT": yesOrNo, "FORCED": yesOrNo, "INSTREAM-ID": .stream, "CHARACTERISTICS": .quoted,
            "CHANNELS": .quoted,
        ],
        "EXT-X-STREAM-INF": variant.merging(
            [
                "FRAME-RATE": .number, "AUDIO": .quoted, "SUBTITLES": .quoted, "CLOSED-CAPTIONS": .quotedOr("NONE"),
            ]) { own, _ in own },
        "EXT-X-I-FRAME-STREAM-INF": variant.merging(["URI": .quoted]) { own, _ in own },
        "EXT-X-SESSION-DATA": ["DATA-ID": .quoted, "VALUE": .quoted, "URI": .quoted, "LANGUAGE": .language],
        "EXT-X-MAP": ["URI": .quoted, "BYTERANGE": .quoted],
        "EXT-X-KEY": key,
        "EXT-X-SESSION-KEY": key,
        "EXT-X-START": ["TIME-OFFSET": .number, "PRECISE": yesOrNo],
        "EXT-X-DATERANGE": [
            "ID": .quoted, "CLASS": .quoted, "START-DATE": .quoted, "END-DATE": .quoted, "DURATION": .number,
            "PLANNED-DURATION": .number, "END-ON-NEXT": .word(["YES"]),
        ],
    ]

    private static let variant: [String: AttributeSyntax] = [
        "BANDWIDTH": .number, "AVERAGE-BANDWIDTH": .number, "CODECS": .quoted, "RESOLUTION": .number,
        "HDCP-LEVEL": .word(["TYPE-0", "TYPE-1", "NONE"]), "VIDEO": .quoted,
    ]

    private static let key: [String: AttributeSyntax] = [
        "METHOD": .word(["NONE", "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR"]), "URI": .quoted, "IV": .number,
        "KEYFORMAT": .quoted, "KEYFORMATVERSIONS": .quoted,
    ]
}
