/// A multivariant playlist: the media playlists and their relations (RFC 8216, 4.3.4).
package struct MultivariantPlaylist: Sendable {
    package private(set) var version: Stated<Int>?
    package private(set) var hasIndependentSegments = false
    /// The EXT-X-STREAM-INF tags, in order. A player begins with the first.
    package private(set) var variants: [VariantTag] = []
    /// The EXT-X-I-FRAME-STREAM-INF tags.
    package private(set) var iFrames: [VariantTag] = []
    /// The EXT-X-MEDIA tags.
    package private(set) var renditions: [RenditionTag] = []
    package private(set) var faults: [PlaylistFault] = []
    package let versionNeed: VersionNeed

    private static let mediaTags: Set<String> = [
        "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-ENDLIST", "EXT-X-BYTERANGE", "EXT-X-MAP",
        "EXT-X-PLAYLIST-TYPE",
    ]

    /// The maximum number of variants and renditions together.
    private static let tagLimit = 200

    /// Returns true if a text is a multivariant playlist.
    package static func isOne(_ text: PlaylistText) -> Bool {
        text.tags.contains { ["EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-MEDIA"].contains($0.tag.name) }
            && !text.tags.contains { $0.tag.name == "EXTINF" }
    }

    package init(_ text: PlaylistText) {
        versionNeed = VersionNeed(text)
        var open: (attributes: AttributeList, line: Int)?
        for line in text.lines {
            guard variants.count + iFrames.count + renditions.count < Self.tagLimit else {
                fault(
                    line.number, found: "more than \(Self.tagLimit) variants and renditions",
                    expected: "fewer; the rest is not checked")
                return
            }
            switch line.content {
            case .blank, .comment: break
            case .tag(let tag) where tag.name == "EXT-X-STREAM-INF": open = (attributes(tag, line.number), line.number)
            case .tag(let tag): read(tag, line.number)
            case .uri(let uri):
                guard let (attributes, start) = open else {
                    fault(
                        line.number, found: "a URI without #EXT-X-STREAM-INF",
                        expected: "a tag before each variant’s URI")
                    break
                }
                variants.append(VariantTag(uri: uri, uriLine: line.number, line: start, attributes: attributes))
                open = nil
            }
        }
        if let open { fault(open.line, found: "#EXT-X-STREAM-INF without a URI after it", expected: "a variant’s URI") }
    }

    private mutating func read(_ tag: PlaylistTag, _ line: Int) {
        switch tag.name {
        case "EXT-X-VERSION":
            version = tag.integer.map { Stated(value: $0, line: line) }
            if version == nil { fault(line, found: tag.description, expected: "a decimal integer") }
        case "EXT-X-INDEPENDENT-SEGMENTS": hasIndependentSegments = true
        case "EXT-X-MEDIA": renditions.append(RenditionTag(line: line, attributes: attributes(tag, line)))
        case "EXT-X-I-FRAME-STREAM-INF":
            let attributes = attributes(tag, line)
            guard let uri = attributes["URI"] else {
                return fault(line, found: "#\(tag.name) without URI", expected: "URI")
            }
            iFrames.append(VariantTag(uri: uri, uriLine: line, line: line, attributes: attributes))
        case let name where Self.mediaTags.contains(name):
            fault(line, found: "#\(name) in a multivariant playlist", expected: "it only in media playlists")
        default: break
        }
    }

    private mutating func attributes(_ tag: PlaylistTag, _ line: Int) -> AttributeList {
        let attributes = tag.attributes
        if let text = attributes.fault { fault(line, found: text, expected: "an attribute list") }
        return attributes
    }

    private mutating func fault(_ line: Int, found: String, expected: String) {
        if faults.count < 1000 { faults.append(PlaylistFault(line: line, found: found, expected: expected)) }
    }
}

/// A reference of a multivariant playlist to a media playlist.
struct PlaylistReference {
    let uri: String
    let line: Int
    let role: PlaylistRole
}

extension MultivariantPlaylist {
    /// The references, variants first. If two tags name the same playlist, it counts as a variant.
    var references: [PlaylistReference] {
        let tags = variants.map { PlaylistReference(uri: $0.uri, line: $0.uriLine, role: .variant) }
        let media = renditions.compactMap { tag -> PlaylistReference? in
            guard let uri = tag.uri else { return nil }
            switch tag.type {
            case "AUDIO": return PlaylistReference(uri: uri, line: tag.line, role: .audio)
            case "VIDEO": return PlaylistReference(uri: uri, line: tag.line, role: .variant)
            case "SUBTITLES": return PlaylistReference(uri: uri, line: tag.line, role: .subtitles)
            default: return nil
            }
        }
        return tags + media + iFrames.map { PlaylistReference(uri: $0.uri, line: $0.uriLine, role: .iFrames) }
    }
}

/// The role of a media playlist in a presentation.
package enum PlaylistRole: Sendable { case variant, audio, subtitles, iFrames }
