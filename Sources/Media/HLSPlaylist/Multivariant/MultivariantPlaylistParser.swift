/// A parser that reads a multivariant playlist line by line (RFC 8216, 4.3.4).
struct MultivariantPlaylistParser {
    private(set) var playlist = MultivariantPlaylist()
    private(set) var lines = MultivariantPlaylistLines()
    private(set) var faults: [PlaylistFault] = []
    /// True if there are too many tags. The lines after them are not read.
    private(set) var isFull = false

    /// The last EXT-X-STREAM-INF, if its URI has not been read yet.
    private var open: (attributes: AttributeList, line: Int)?

    /// The maximum number of variants and renditions together.
    private static let maxTagCount = 200

    mutating func read(_ line: PlaylistText.Line) {
        guard playlist.variants.count + playlist.iFrames.count + playlist.renditions.count < Self.maxTagCount else {
            (isFull, open) = (true, nil)
            return faults.note(
                line.number, found: "more than \(Self.maxTagCount) variants and renditions",
                expected: "fewer; the rest is not checked")
        }
        switch line.content {
        case .blank, .comment: break
        case .tag(let tag): read(tag, line: line.number)
        case .uri(let uri): endVariant(uri, line: line.number)
        }
    }

    mutating func finish() {
        if let open {
            faults.note(open.line, found: "#EXT-X-STREAM-INF without a URI after it", expected: "a variant’s URI")
        }
    }

    private mutating func read(_ tag: PlaylistTag, line: Int) {
        switch tag.known {
        case .version: readVersion(tag, line: line)
        case .independentSegments: playlist.hasIndependentSegments = true
        case .sessionData: playlist.sessionData.append(tag.attributes)
        case .media:
            playlist.renditions.append(RenditionTag(attributes(of: tag, line: line)))
            lines.renditions.append(line)
        case .streamInf: open = (attributes(of: tag, line: line), line)
        case .iFrameStreamInf: readIFrames(tag, line: line)
        case .duration, .targetDuration, .mediaSequence, .endList, .byteRange, .map, .playlistType:
            faults.note(line, found: "#\(tag.name) in a multivariant playlist", expected: "it only in media playlists")
        default: break
        }
    }

    private mutating func readVersion(_ tag: PlaylistTag, line: Int) {
        playlist.version = tag.integer
        lines.version = tag.integer.map { _ in line }
        if playlist.version == nil { faults.note(line, found: tag.description, expected: "a decimal integer") }
    }

    private mutating func readIFrames(_ tag: PlaylistTag, line: Int) {
        let attributes = attributes(of: tag, line: line)
        guard let uri = attributes["URI"] else {
            return faults.note(line, found: "#\(tag.name) without URI", expected: "URI")
        }
        playlist.iFrames.append(VariantTag(uri: uri, attributes))
        lines.iFrames.append(line)
    }

    private mutating func endVariant(_ uri: String, line: Int) {
        guard let (attributes, start) = open else {
            return faults.note(
                line, found: "a URI without #EXT-X-STREAM-INF", expected: "a tag before each variant’s URI")
        }
        playlist.variants.append(VariantTag(uri: uri, attributes))
        lines.variants.append((start, line))
        open = nil
    }

    private mutating func attributes(of tag: PlaylistTag, line: Int) -> AttributeList {
        let (attributes, fault) = AttributeList.parse(tag.value ?? "")
        if let fault { faults.note(line, found: fault, expected: "an attribute list") }
        return attributes
    }
}
