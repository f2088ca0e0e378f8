/// A media playlist parsed from any text, with the lines that state its values and the faults of its grammar.
package struct ParsedMediaPlaylist: Sendable {
    package let playlist: MediaPlaylist
    package let lines: MediaPlaylistLines
    package let faults: [PlaylistFault]
    package let versionNeed: VersionNeed

    package init(_ text: PlaylistText) {
        var parser = MediaPlaylistParser()
        for line in text.lines { parser.read(line) }
        parser.finish()
        (playlist, lines, faults) = (parser.playlist, parser.lines, parser.faults)
        versionNeed = VersionNeed(text.tags)
    }

    /// The segments with their lines.
    package var entries: [SegmentEntry] { zip(playlist.segments, lines.segments).map(SegmentEntry.init) }
}

/// A segment and the lines that state it.
package struct SegmentEntry: Sendable {
    package let segment: PlaylistSegment
    package let lines: SegmentLines
}

/// The line numbers of a media playlist's values.
package struct MediaPlaylistLines: Sendable {
    /// The lines of the tags that apply to the whole playlist. A tag whose value is invalid is left out.
    var tags: [TagName: Int] = [:]
    /// The lines of the segments, in order.
    package internal(set) var segments: [SegmentLines] = []
    /// The lines of the parts of the segment that is not complete.
    package internal(set) var pendingParts: [Int] = []

    package subscript(name: TagName) -> Int? { tags[name] }
}

/// The line numbers of a segment's values.
package struct SegmentLines: Sendable {
    package let uri: Int
    /// The line of EXTINF, or of the URI if EXTINF is missing.
    package let duration: Int
    /// The line of EXT-X-DISCONTINUITY, or nil.
    package let discontinuity: Int?
    /// The line of the EXT-X-MAP that applies, or nil.
    package let map: Int?
    /// The lines of the parts.
    package let parts: [Int]
}
