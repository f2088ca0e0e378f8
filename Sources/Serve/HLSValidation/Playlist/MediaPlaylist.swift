/// A media playlist: a pure value made from any text.
package struct MediaPlaylist: Sendable {
    package internal(set) var version: Stated<Int>?
    package internal(set) var targetDuration: Stated<Int>?
    package internal(set) var mediaSequence: Stated<Int>?
    package internal(set) var discontinuitySequence: Stated<Int>?
    /// The EXT-X-PLAYLIST-TYPE: `VOD`, `EVENT`, or nil.
    package internal(set) var type: Stated<String>?
    /// The line of EXT-X-ENDLIST, or nil.
    package internal(set) var endLine: Int?
    /// The line of EXT-X-I-FRAMES-ONLY, or nil.
    package internal(set) var iFramesLine: Int?
    package internal(set) var hasIndependentSegments = false
    package internal(set) var segments: [PlaylistSegment] = []
    package internal(set) var faults: [PlaylistFault] = []
    package let versionNeed: VersionNeed

    package init(_ text: PlaylistText) {
        versionNeed = VersionNeed(text)
        var parser = MediaPlaylistParser()
        for line in text.lines { parser.read(line, into: &self) }
        parser.finish(&self)
    }

    /// True if segments may still be added.
    package var isLive: Bool { endLine == nil && type?.value != "VOD" }

    /// The sum of all EXTINF.
    package var duration: Seconds { segments.reduce(.zero) { $0 + $1.duration } }

    /// The start of each segment and the end of the last one, computed from EXTINF.
    package var boundaries: [Seconds] {
        segments.reduce(into: [.zero]) { $0.append(($0.last ?? .zero) + $1.duration) }
    }
}
