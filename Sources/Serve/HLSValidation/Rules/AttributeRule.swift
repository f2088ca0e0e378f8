import HLSPlaylist
import ReplayMovie

/// The rule for row 5, attributes: each value has the syntax of RFC 8216 (4.2 and the section of the tag).
struct AttributeRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        let main = presentation.main.map { findings(of: $0.text, in: $0.path) } ?? []
        return main + presentation.renditions.flatMap { findings(of: $0.text, in: $0.path) }
    }

    private func findings(of text: PlaylistText, in path: String) -> [HLSFinding] {
        text.tags.flatMap { line, tag in
            faults(tag).map { HLSFinding(.structure, file: path, line: line, found: $0.found, expected: $0.expected) }
        }
    }

    private typealias Fault = (found: String, expected: String)

    private func faults(_ tag: PlaylistTag) -> [Fault] {
        guard let known = tag.known.flatMap({ AttributeSyntax.known[$0] }) else { return [] }
        let attributes = tag.attributes
        let wrong = attributes.attributes.compactMap { attribute -> Fault? in
            guard let syntax = known[attribute.name], !Self.allows(syntax, attribute: attribute) else { return nil }
            return (attribute.description, syntax.description)
        }
        return wrong + (tag.known == .media ? missing(attributes) : [])
    }

    private static func allows(_ syntax: AttributeSyntax, attribute: AttributeList.Attribute) -> Bool {
        syntax.allows(attribute) && (syntax != .language || LanguageTag(attribute.value) != nil)
    }

    /// Returns missing and superfluous attributes. The rules for audio and subtitles check those types.
    private func missing(_ attributes: AttributeList) -> [Fault] {
        let required: [String]
        switch attributes["TYPE"] {
        case nil: required = ["TYPE"]
        case "VIDEO": required = ["GROUP-ID", "NAME"]
        case "CLOSED-CAPTIONS": required = ["GROUP-ID", "NAME", "INSTREAM-ID"]
        default: required = []
        }
        let isCaptions = attributes["TYPE"] == "CLOSED-CAPTIONS"
        let needless =
            ["URI"].filter { isCaptions && attributes[$0] != nil }
            + ["INSTREAM-ID"].filter { !isCaptions && attributes[$0] != nil }
        return required.filter { attributes[$0] == nil }.map { ("#EXT-X-MEDIA without \($0)", $0) }
            + needless.map { ("\($0) in #EXT-X-MEDIA of this TYPE", "none") }
    }
}
