import HLSPlaylist

/// The rule for row 6: completeness is stated in all media playlists or in none (RFC 8216, 4.3.3.4 and 4.3.3.5;
/// Apple 4.9).
struct CompletenessRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let first = presentation.renditions.first else { return [] }
        return presentation.renditions.flatMap { alone($0) + together($0, with: first) }
    }

    private func alone(_ rendition: Rendition) -> [HLSFinding] {
        let (type, end) = (rendition.playlist.type, rendition.lines[.endList])
        if type == .vod, end == nil {
            return [
                finding(
                    rendition, line: rendition.lines[.playlistType], found: "VOD without #EXT-X-ENDLIST",
                    expected: "both")
            ]
        }
        if type == nil, let end {
            return [
                finding(
                    rendition, line: end, found: "#EXT-X-ENDLIST without #EXT-X-PLAYLIST-TYPE",
                    expected: "#EXT-X-PLAYLIST-TYPE:VOD")
            ]
        }
        return []
    }

    private func together(_ rendition: Rendition, with first: Rendition) -> [HLSFinding] {
        let (own, other) = (rendition.playlist, first.playlist)
        if own.type != other.type {
            return [
                finding(
                    rendition, line: rendition.lines[.playlistType],
                    found: "the playlist type \(own.type?.rawValue ?? "(none)")",
                    expected: "\(other.type?.rawValue ?? "(none)"), as in \(first.path)")
            ]
        }
        guard own.isEnded != other.isEnded else { return [] }
        let (found, expected) = own.isEnded ? ("#EXT-X-ENDLIST", "none") : ("no #EXT-X-ENDLIST", "it")
        return [
            finding(
                rendition, line: rendition.lines[.endList], found: found, expected: "\(expected), as in \(first.path)")
        ]
    }

    private func finding(_ rendition: Rendition, line: Int?, found: String, expected: String) -> HLSFinding {
        HLSFinding(.completeness, file: rendition.path, line: line ?? 1, found: found, expected: expected)
    }
}
