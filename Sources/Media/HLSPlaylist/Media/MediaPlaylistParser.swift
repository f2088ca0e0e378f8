/// A parser that reads a media playlist line by line (RFC 8216, 4.3.2 and 4.3.3). Tags before a URI belong to
/// its segment.
struct MediaPlaylistParser {
    private(set) var playlist = MediaPlaylist()
    private(set) var lines = MediaPlaylistLines()
    private(set) var faults: [PlaylistFault] = []

    private var duration: (seconds: Seconds, line: Int)?
    private var range: (text: String, line: Int)?
    private var map: (value: MediaMap, line: Int)?
    private var key: AttributeList?
    private var discontinuityLine: Int?
    private var isGap = false
    private var programDateTime: String?
    private var parts: [(value: PlaylistPart, line: Int)] = []
    /// The file and the end of the last part's byte range.
    private var lastPartRange: (uri: String, end: Int64)?
    /// The file of the last byte range, and the end of that range.
    private var lastRange: (uri: String, end: Int64)?
    private var once: Set<TagName> = []

    private static let single: Set<TagName> = [
        .version, .targetDuration, .mediaSequence, .discontinuitySequence, .playlistType, .endList, .iFramesOnly,
        .independentSegments, .serverControl, .partInf, .skip,
    ]

    mutating func read(_ line: PlaylistText.Line) {
        switch line.content {
        case .blank, .comment: break
        case .uri(let uri): endSegment(uri, line: line.number)
        case .tag(let tag):
            guard let name = tag.known else { break }
            if Self.single.contains(name), !once.insert(name).inserted {
                faults.note(line.number, found: "#\(tag.name) a second time", expected: "at most one")
            }
            readHeader(name, tag: tag, line: line.number)
            readSegmentTag(name, tag: tag, line: line.number)
            readLowLatencyTag(name, tag: tag, line: line.number)
        }
    }

    mutating func finish() {
        if let duration {
            faults.note(duration.line, found: "#EXTINF without a URI after it", expected: "a segment’s URI")
        }
        guard !parts.isEmpty else { return }
        var pending = PendingSegment()
        (pending.parts, pending.map) = (parts.map(\.value), map?.value)
        (pending.isDiscontinuous, pending.programDateTime) = (discontinuityLine != nil, programDateTime)
        (playlist.pending, lines.pendingParts) = (pending, parts.map(\.line))
    }

    private mutating func readHeader(_ name: TagName, tag: PlaylistTag, line: Int) {
        switch name {
        case .version: playlist.version = number(name, of: tag, line: line)
        case .targetDuration: playlist.targetDuration = number(name, of: tag, line: line)
        case .mediaSequence:
            requireBeforeSegments(tag, line: line)
            playlist.mediaSequence = number(name, of: tag, line: line)
        case .discontinuitySequence:
            requireBeforeSegments(tag, line: line)
            playlist.discontinuitySequence = number(name, of: tag, line: line)
        case .playlistType: readType(tag, line: line)
        case .endList: (playlist.isEnded, lines.tags[name]) = (true, line)
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .independentSegments: playlist.hasIndependentSegments = true
        case .streamInf, .iFrameStreamInf, .media:
            faults.note(
                line, found: "#\(tag.name) in a media playlist", expected: "it only in the multivariant playlist")
        default: break
        }
    }

    private mutating func readLowLatencyTag(_ name: TagName, tag: PlaylistTag, line: Int) {
        switch name {
        case .serverControl:
            (playlist.serverControl, lines.tags[name]) = (ServerControl(tag.attributes), line)
        case .partInf:
            lines.tags[name] = line
            playlist.partTarget = tag.attributes["PART-TARGET"].flatMap { Seconds(decimal: $0) }
            if playlist.partTarget == nil { faultOf(tag, line: line, expected: "PART-TARGET in seconds") }
        case .skip:
            lines.tags[name] = line
            let count = tag.attributes["SKIPPED-SEGMENTS"].flatMap { PlaylistTag.integer($0) }
            playlist.skippedSegments = min(count ?? 0, 1_000_000)
            if count == nil { faultOf(tag, line: line, expected: "SKIPPED-SEGMENTS") }
        case .part: readPart(tag, line: line)
        case .preloadHint:
            lines.tags[name] = line
            let hint = PreloadHint(tag.attributes)
            if let hint {
                playlist.preloadHints.append(hint)
            } else {
                faultOf(tag, line: line, expected: "TYPE and URI")
            }
        case .renditionReport:
            lines.tags[name] = line
            let report = RenditionReport(tag.attributes)
            if let report { playlist.renditionReports.append(report) }
            if report == nil { faultOf(tag, line: line, expected: "URI and LAST-MSN") }
        default: break
        }
    }

    private mutating func readPart(_ tag: PlaylistTag, line: Int) {
        let attributes = tag.attributes
        guard var part = PlaylistPart(attributes), part.duration > .zero else {
            return faultOf(tag, line: line, expected: "URI, and DURATION in seconds")
        }
        if let text = attributes["BYTERANGE"] {
            part.byteRange = ByteRange(text, next: lastPartRange?.uri == part.uri ? lastPartRange?.end : nil)
            if part.byteRange == nil { faultOf(tag, line: line, expected: "BYTERANGE as length@offset") }
        }
        lastPartRange = part.byteRange.map { (part.uri, $0.end) }
        parts.append((part, line))
    }

    private mutating func faultOf(_ tag: PlaylistTag, line: Int, expected: String) {
        faults.note(line, found: "#\(tag.name):\((tag.value ?? "").prefix(80))", expected: expected)
    }

    private mutating func readType(_ tag: PlaylistTag, line: Int) {
        let text = tag.value ?? ""
        guard let type = MediaPlaylist.PlaylistType(rawValue: text) else {
            return faults.note(line, found: "#\(tag.name):\(text)", expected: "VOD or EVENT")
        }
        (playlist.type, lines.tags[.playlistType]) = (type, line)
    }

    private mutating func readSegmentTag(_ name: TagName, tag: PlaylistTag, line: Int) {
        switch name {
        case .duration:
            let text = Substring((tag.value ?? "").utf8.prefix { $0 != UInt8(ascii: ",") })
            let seconds = Seconds(decimal: text)
            if seconds == nil {
                faults.note(line, found: "#EXTINF:\(text.prefix(40))", expected: "seconds, at most 36000, and a comma")
            }
            duration = (seconds ?? .zero, line)
        case .byteRange: range = (tag.value ?? "", line)
        case .discontinuity: discontinuityLine = line
        case .gap: isGap = true
        case .key:
            let attributes = tag.attributes
            key = attributes["METHOD"] == "NONE" ? nil : attributes
        case .map: readMap(tag, line: line)
        case .programDateTime: programDateTime = tag.value
        default: break
        }
    }

    private mutating func readMap(_ tag: PlaylistTag, line: Int) {
        let (attributes, fault) = AttributeList.parse(tag.value ?? "")
        if let fault { faults.note(line, found: fault, expected: "an attribute list") }
        guard let uri = attributes["URI"] else {
            return faults.note(line, found: "#EXT-X-MAP without URI", expected: "URI")
        }
        let text = attributes["BYTERANGE"]
        let range = text.flatMap { ByteRange($0, next: 0) }
        if let text, range == nil { faults.note(line, found: "BYTERANGE=\(text)", expected: "length@offset") }
        map = (MediaMap(uri: uri, range: range), line)
    }

    private mutating func endSegment(_ uri: String, line: Int) {
        if duration == nil {
            faults.note(line, found: "a URI without #EXTINF", expected: "#EXTINF before each segment")
        }
        var segment = PlaylistSegment(uri: uri, duration: duration?.seconds ?? .zero)
        segment.byteRange = byteRange(uri)
        (segment.map, segment.key) = (map?.value, key)
        (segment.isDiscontinuous, segment.isGap) = (discontinuityLine != nil, isGap)
        segment.programDateTime = programDateTime
        segment.parts = parts.map(\.value)
        playlist.segments.append(segment)
        lines.segments.append(
            SegmentLines(
                uri: line, duration: duration?.line ?? line, discontinuity: discontinuityLine, map: map?.line,
                parts: parts.map(\.line)))
        lastRange = segment.byteRange.map { (uri, $0.end) }
        (duration, range, discontinuityLine, isGap, programDateTime) = (nil, nil, nil, false, nil)
        parts = []
    }

    private mutating func byteRange(_ uri: String) -> ByteRange? {
        guard let range else { return nil }
        let next = lastRange?.uri == uri ? lastRange?.end : nil
        let made = ByteRange(range.text, next: next)
        if made == nil {
            faults.note(
                range.line, found: "#EXT-X-BYTERANGE:\(range.text.prefix(60))",
                expected: "length@offset, without the offset only after a range of the same file")
        }
        return made
    }

    private mutating func number(_ name: TagName, of tag: PlaylistTag, line: Int) -> Int? {
        let value = tag.integer
        lines.tags[name] = value.map { _ in line }
        if value == nil {
            faults.note(line, found: "#\(tag.name):\((tag.value ?? "").prefix(40))", expected: "a decimal integer")
        }
        return value
    }

    private mutating func requireBeforeSegments(_ tag: PlaylistTag, line: Int) {
        if !playlist.segments.isEmpty {
            faults.note(line, found: "#\(tag.name) after a segment", expected: "it before the first segment")
        }
    }
}
