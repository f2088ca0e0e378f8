/// The syntax of an attribute's value (RFC 8216, 4.2).
package enum AttributeSyntax: Sendable, Equatable, CustomStringConvertible {
    /// A text in quotation marks.
    case quoted
    /// A language tag of BCP 47, in quotation marks. The rule that uses the value checks the tag.
    case language
    /// A value `CC1` to `CC4` or `SERVICE1` to `SERVICE63`, in quotation marks.
    case stream
    /// A number, or two, without quotation marks. The rules that use the value check it.
    case number
    /// A word from a list, without quotation marks.
    case word([String])
    /// A text in quotation marks, or this word without them.
    case quotedOr(String)

    /// Returns true if an attribute has this syntax.
    package func allows(_ attribute: AttributeList.Attribute) -> Bool {
        switch self {
        case .quoted, .language: attribute.isQuoted
        case .stream: attribute.isQuoted && Self.streams.contains(attribute.value)
        case .number: !attribute.isQuoted
        case .word(let words): !attribute.isQuoted && words.contains(attribute.value)
        case .quotedOr(let word): attribute.isQuoted || attribute.value == word
        }
    }

    /// The expected syntax, as a phrase.
    package var description: String {
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
    package static let known: [TagName: [String: AttributeSyntax]] = [
        .media: [
            "TYPE": .word(["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]), "URI": .quoted, "GROUP-ID": .quoted,
            "LANGUAGE": .language, "ASSOC-LANGUAGE": .language, "NAME": .quoted, "DEFAULT": yesOrNo,
            "AUTOSELECT": yesOrNo, "FORCED": yesOrNo, "INSTREAM-ID": .stream, "CHARACTERISTICS": .quoted,
            "CHANNELS": .quoted,
        ],
        .streamInf: variant.merging(
            [
                "FRAME-RATE": .number, "AUDIO": .quoted, "SUBTITLES": .quoted, "CLOSED-CAPTIONS": .quotedOr("NONE"),
            ]) { own, _ in own },
        .iFrameStreamInf: variant.merging(["URI": .quoted]) { own, _ in own },
        .sessionData: ["DATA-ID": .quoted, "VALUE": .quoted, "URI": .quoted, "LANGUAGE": .language],
        .map: ["URI": .quoted, "BYTERANGE": .quoted],
        .serverControl: [
            "CAN-SKIP-UNTIL": .number, "CAN-SKIP-DATERANGES": .word(["YES"]), "HOLD-BACK": .number,
            "PART-HOLD-BACK": .number, "CAN-BLOCK-RELOAD": .word(["YES"]),
        ],
        .partInf: ["PART-TARGET": .number],
        .part: [
            "URI": .quoted, "DURATION": .number, "INDEPENDENT": .word(["YES"]), "BYTERANGE": .quoted,
            "GAP": .word(["YES"]),
        ],
        .preloadHint: [
            "TYPE": .word(["PART", "MAP"]), "URI": .quoted, "BYTERANGE-START": .number, "BYTERANGE-LENGTH": .number,
        ],
        .renditionReport: ["URI": .quoted, "LAST-MSN": .number, "LAST-PART": .number],
        .skip: ["SKIPPED-SEGMENTS": .number, "RECENTLY-REMOVED-DATERANGES": .quoted],
        .key: key,
        .sessionKey: key,
        .start: ["TIME-OFFSET": .number, "PRECISE": yesOrNo],
        .dateRange: [
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
