/// A multivariant playlist parsed from any text, with the lines that state its values and the faults of its grammar.
package struct ParsedMultivariantPlaylist: Sendable {
    package let playlist: MultivariantPlaylist
    package let lines: MultivariantPlaylistLines
    package let faults: [PlaylistFault]
    package let versionNeed: VersionNeed

    package init(_ text: PlaylistText) {
        var parser = MultivariantPlaylistParser()
        for line in text.lines where !parser.isFull { parser.read(line) }
        parser.finish()
        (playlist, lines, faults) = (parser.playlist, parser.lines, parser.faults)
        versionNeed = VersionNeed(text.tags)
    }
}

/// The line numbers of a multivariant playlist's values.
package struct MultivariantPlaylistLines: Sendable {
    /// The line of EXT-X-VERSION, or nil if there is none or its value is invalid.
    package internal(set) var version: Int?
    package internal(set) var renditions: [Int] = []
    /// The lines of the EXT-X-STREAM-INF tags and of the URIs after them.
    package internal(set) var variants: [(tag: Int, uri: Int)] = []
    package internal(set) var iFrames: [Int] = []
}

extension PlaylistText {
    /// True if the text is a multivariant playlist.
    package var isMultivariant: Bool {
        let names = Set(tags.compactMap(\.tag.known))
        return !names.isDisjoint(with: [.streamInf, .iFrameStreamInf, .media]) && !names.contains(.duration)
    }
}
