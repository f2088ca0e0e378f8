/// A parser that reads a media playlist line by line (RFC 8216, 4.3.2 and 4.3.3). Tags before a URI belong to
/// its segment.
struct MediaPlaylistParser {
    private var duration: (seconds: Seconds, line: Int)?
    private var range: (text: String, line: Int)?
    private var map: MediaMap?
    private var discontinuityLine: Int?
    private var isEncrypted = false
    private var isGap = false
    /// The file of the last byte range, and the end of that range.
    private var lastRange: (uri: String, end: Int64)?
    private var once: Set<String> = []

    private static let single: Set<String> = [
        "EXT-X-VERSION", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE",
        "EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-I-FRAMES-ONLY", "EXT-X-INDEPENDENT-SEGMENTS",
    ]

    mutating func read(_ line: PlaylistText.Line, into playlist: inout MediaPlaylist) {
        switch line.content {
        case .blank, .comment: break
        case .uri(let uri): endSegment(uri, line: line.number, playlist: &playlist)
        case .tag(let tag):
            if Self.single.contains(tag.name), !once.insert(tag.name).inserted {
                playlist.fault(line.number, found: "#\(tag.name) a second time", expected: "at most one")
            }
            readHeader(tag, line: line.number, playlist: &playlist)
            readSegmentTag(tag, line: line.number, playlist: &playlist)
        }
    }

    func finish(_ playlist: inout MediaPlaylist) {
        if let duration {
            playlist.fault(duration.line, found: "#EXTINF without a URI after it", expected: "a segment’s URI")
        }
    }

    private func readHeader(_ tag: PlaylistTag, line: Int, playlist: inout MediaPlaylist) {
        switch tag.name {
        case "EXT-X-VERSION": playlist.version = playlist.number(tag, line)
        case "EXT-X-TARGETDURATION": playlist.targetDuration = playlist.number(tag, line)
        case "EXT-X-MEDIA-SEQUENCE":
            playlist.requireBeforeSegments(tag, line)
            playlist.mediaSequence = playlist.number(tag, line)
        case "EXT-X-DISCONTINUITY-SEQUENCE":
            playlist.requireBeforeSegments(tag, line)
            playlist.discontinuitySequence = playlist.number(tag, line)
        case "EXT-X-PLAYLIST-TYPE":
            let type = tag.value ?? ""
            if ["VOD", "EVENT"].contains(type) {
                playlist.type = Stated(value: type, line: line)
            } else {
                playlist.fault(line, found: "#\(tag.name):\(type)", expected: "VOD or EVENT")
            }
        case "EXT-X-ENDLIST": playlist.endLine = line
        case "EXT-X-I-FRAMES-ONLY": playlist.iFramesLine = line
        case "EXT-X-INDEPENDENT-SEGMENTS": playlist.hasIndependentSegments = true
        case "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-MEDIA":
            playlist.fault(
                line, found: "#\(tag.name) in a media playlist", expected: "it only in the multivariant playlist")
        default: break
        }
    }

    private mutating func readSegmentTag(_ tag: PlaylistTag, line: Int, playlist: inout MediaPlaylist) {
        switch tag.name {
        case "EXTINF":
            let text = Substring((tag.value ?? "").utf8.prefix { $0 != UInt8(ascii: ",") })
            let seconds = Seconds(decimal: text)
            if seconds == nil {
                playlist.fault(
                    line, found: "#EXTINF:\(text.prefix(40))", expected: "seconds, at most 36000, and a comma")
            }
            duration = (seconds ?? .zero, line)
        case "EXT-X-BYTERANGE": range = (tag.value ?? "", line)
        case "EXT-X-DISCONTINUITY": discontinuityLine = line
        case "EXT-X-GAP": isGap = true
        case "EXT-X-KEY": isEncrypted = tag.attributes["METHOD"] != "NONE"
        case "EXT-X-MAP": readMap(tag, line: line, playlist: &playlist)
        default: break
        }
    }

    private mutating func readMap(_ tag: PlaylistTag, line: Int, playlist: inout MediaPlaylist) {
        let attributes = tag.attributes
        if let fault = attributes.fault { playlist.fault(line, found: fault, expected: "an attribute list") }
        guard let uri = attributes["URI"] else {
            return playlist.fault(line, found: "#EXT-X-MAP without URI", expected: "URI")
        }
        let text = attributes["BYTERANGE"]
        let range = text.flatMap { ByteRange($0, next: 0) }
        if let text, range == nil { playlist.fault(line, found: "BYTERANGE=\(text)", expected: "length@offset") }
        map = MediaMap(uri: uri, range: range, line: line)
    }

    private mutating func endSegment(_ uri: String, line: Int, playlist: inout MediaPlaylist) {
        if duration == nil {
            playlist.fault(line, found: "a URI without #EXTINF", expected: "#EXTINF before each segment")
        }
        let range = byteRange(uri, &playlist)
        playlist.segments.append(
            PlaylistSegment(
                uri: uri, line: line, duration: duration?.seconds ?? .zero, durationLine: duration?.line ?? line,
                byteRange: range, map: map, discontinuityLine: discontinuityLine, isEncrypted: isEncrypted,
                isGap: isGap))
        lastRange = range.map { (uri, $0.end) }
        (duration, self.range, discontinuityLine, isGap) = (nil, nil, nil, false)
    }

    private func byteRange(_ uri: String, _ playlist: inout MediaPlaylist) -> ByteRange? {
        guard let range else { return nil }
        let next = lastRange?.uri == uri ? lastRange?.end : nil
        let made = ByteRange(range.text, next: next)
        if made == nil {
            playlist.fault(
                range.line, found: "#EXT-X-BYTERANGE:\(range.text.prefix(60))",
                expected: "length@offset, without the offset only after a range of the same file")
        }
        return made
    }
}

extension MediaPlaylist {
    fileprivate mutating func number(_ tag: PlaylistTag, _ line: Int) -> Stated<Int>? {
        if let value = tag.integer { return Stated(value: value, line: line) }
        fault(line, found: "#\(tag.name):\((tag.value ?? "").prefix(40))", expected: "a decimal integer")
        return nil
    }

    fileprivate mutating func requireBeforeSegments(_ tag: PlaylistTag, _ line: Int) {
        if !segments.isEmpty {
            fault(line, found: "#\(tag.name) after a segment", expected: "it before the first segment")
        }
    }

    fileprivate mutating func fault(_ line: Int, found: String, expected: String) {
        if faults.count < 1000 { faults.append(PlaylistFault(line: line, found: found, expected: expected)) }
    }
}
