import HLSPlaylist
import ReplayTestSupport

/// A source of random playlists that the format can express.
struct RandomPlaylist {
    private typealias Attribute = AttributeList.Attribute

    private var random: SplitMix64

    /// Texts with characters that end lines, lists and quotes, and others.
    private static let texts = [
        "", "a", "a,b", "x=\"y\"", "é", "\u{301}", "🎬", "#EXTINF:1,", "line\nline", "\r", "\u{85}", "\u{2028}", "a:b",
    ]
    private static let uris = ["0.m4s", "a/b.mp4", "../x.vtt", "%20.m4s", "é.m4s", "all.mp4", "a,b=\"c\".m4s"]

    init(function: String = #function) { random = SplitMix64.seeded(function: function) }

    private mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func media() -> MediaPlaylist {
        var playlist = MediaPlaylist()
        playlist.version = maybe(1...12)
        playlist.targetDuration = maybe(0...36_000)
        playlist.mediaSequence = maybe(0...Int.max)
        playlist.discontinuitySequence = maybe(0...Int.max)
        playlist.type = [nil, .vod, .event].randomElement(using: &random) ?? nil
        playlist.isIFramesOnly = .random(using: &random)
        playlist.hasIndependentSegments = .random(using: &random)
        playlist.isEnded = .random(using: &random)
        var (map, key): (MediaMap?, AttributeList?)
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            if chance { map = MediaMap(uri: quotable(), range: chance ? range() : nil) }
            if chance { key = chance ? self.key() : nil }
            playlist.segments.append(segment(map, key))
        }
        addLowLatencyTags(to: &playlist, map)
        return playlist
    }

    private mutating func addLowLatencyTags(to playlist: inout MediaPlaylist, _ map: MediaMap?) {
        if chance { playlist.serverControl = control() }
        playlist.partTarget = chance ? Seconds(nanoseconds: Int64(index(9_000_000)) * 1000) : nil
        playlist.skippedSegments = index(3)
        if chance { playlist.pending = pending(map) }
        playlist.preloadHints = several { PreloadHint(type: $0.chance ? "PART" : "MAP", uri: $0.quotable()) }
        playlist.renditionReports = several { source in
            RenditionReport(uri: source.quotable(), lastMSN: source.index(1 << 40), lastPart: source.maybe(0...99))
        }
    }

    private mutating func control() -> ServerControl {
        var control = ServerControl()
        control.canBlockReload = chance
        control.partHoldBack = chance ? .milliseconds(Int64(index(9000))) : nil
        control.holdBack = chance ? .milliseconds(Int64(index(9000))) : nil
        control.canSkipUntil = chance ? .milliseconds(Int64(index(9000))) : nil
        return control
    }

    private mutating func pending(_ map: MediaMap?) -> PendingSegment {
        var pending = PendingSegment()
        pending.parts = [part()] + several { $0.part() }
        (pending.map, pending.isDiscontinuous) = (map, chance)
        if chance { pending.programDateTime = "2026-11-28T09:00:00.000Z" }
        return pending
    }

    private mutating func part() -> PlaylistPart {
        var part = PlaylistPart(uri: quotable(), duration: .milliseconds(Int64(1 + index(2000))))
        (part.isIndependent, part.isGap) = (chance, chance)
        if chance { part.byteRange = range() }
        return part
    }

    mutating func multivariant() -> MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.version = maybe(1...12)
        playlist.hasIndependentSegments = .random(using: &random)
        playlist.sessionData = several { AttributeList([.quoted("DATA-ID", $0.text()), .quoted("VALUE", $0.text())]) }
        playlist.renditions = several { source in
            RenditionTag(
                AttributeList([
                    Attribute("TYPE", "AUDIO"), .quoted("GROUP-ID", source.text()), .quoted("NAME", source.text()),
                    Attribute("DEFAULT", source.chance ? "YES" : "NO"), .quoted("URI", source.text()),
                ]))
        }
        playlist.variants = several { VariantTag(uri: $0.uri(), AttributeList($0.variant())) }
        playlist.iFrames = several { source in
            let uri = source.quotable()
            return VariantTag(uri: uri, AttributeList(source.variant() + [.quoted("URI", uri)]))
        }
        return playlist
    }

    private mutating func segment(_ map: MediaMap?, _ key: AttributeList?) -> PlaylistSegment {
        let nanoseconds = Int64.random(in: 0...36_000_000_000_000, using: &random)
        let rounded = chance ? nanoseconds / 1000 * 1000 : nanoseconds
        var segment = PlaylistSegment(uri: uri(), duration: Seconds(nanoseconds: rounded))
        if chance { segment.byteRange = range() }
        (segment.map, segment.key) = (map, key)
        segment.isDiscontinuous = chance
        segment.isGap = chance
        if chance { segment.programDateTime = "2026-11-28T09:00:00.000Z" }
        segment.parts = several { $0.part() }
        return segment
    }

    private mutating func variant() -> [Attribute] {
        let resolution = VideoResolution(width: index(4000), height: index(4000))
        return [
            Attribute("BANDWIDTH", index(1 << 40)), .quoted("CODECS", text()), Attribute("RESOLUTION", resolution),
            Attribute("FRAME-RATE", "29.970"), .quoted("AUDIO", text()), Attribute("CLOSED-CAPTIONS", "NONE"),
        ]
    }

    private mutating func key() -> AttributeList {
        AttributeList([
            Attribute("METHOD", "AES-128"), .quoted("URI", text()), Attribute("IV", "0x\(index(1 << 30))"),
        ])
    }

    private mutating func range() -> ByteRange {
        let limit = Int64(1) << 52
        return ByteRange(
            offset: Int64.random(in: 0...limit, using: &random), length: Int64.random(in: 0...limit, using: &random))
    }

    private var chance: Bool { mutating get { .random(using: &random) } }
    private mutating func maybe(_ range: ClosedRange<Int>) -> Int? {
        chance ? Int.random(in: range, using: &random) : nil
    }
    private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }
    private mutating func uri() -> String { Self.uris.randomElement(using: &random) ?? "" }

    /// Returns a URI that needs no replacement in quotation marks.
    private mutating func quotable() -> String { "\(index(100)).mp4" }

    private mutating func several<Value>(_ make: (inout RandomPlaylist) -> Value) -> [Value] {
        let count = index(4)
        return (0..<count).map { _ in make(&self) }
    }
}
