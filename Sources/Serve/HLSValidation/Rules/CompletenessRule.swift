/// The rule for row 6: completeness is stated in all media playlists or in none (RFC 8216, 4.3.3.4 and 4.3.3.5;
/// Apple 4.9).
struct CompletenessRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let first = presentation.renditions.first else { return [] }
        return presentation.renditions.flatMap { alone($0) + together($0, first) }
    }

    private func alone(_ rendition: Rendition) -> [HLSFinding] {
        let (type, end) = (rendition.playlist.type, rendition.playlist.endLine)
        if let type, type.value == "VOD", end == nil {
            return [finding(rendition, line: type.line, found: "VOD without #EXT-X-ENDLIST", expected: "both")]
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

    private func together(_ rendition: Rendition, _ first: Rendition) -> [HLSFinding] {
        let (own, other) = (rendition.playlist, first.playlist)
        if own.type?.value != other.type?.value {
            return [
                finding(
                    rendition, line: own.type?.line, found: "the playlist type \(own.type?.value ?? "(none)")",
                    expected: "\(other.type?.value ?? "(none)"), as in \(first.path)")
            ]
        }
        guard (own.endLine == nil) != (other.endLine == nil) else { return [] }
        let (found, expected) = own.endLine == nil ? ("no #EXT-X-ENDLIST", "it") : ("#EXT-X-ENDLIST", "none")
        return [finding(rendition, line: own.endLine, found: found, expected: "\(expected), as in \(first.path)")]
    }

    private func finding(_ rendition: Rendition, line: Int?, found: String, expected: String) -> HLSFinding {
        HLSFinding(.completeness, file: rendition.path, line: line ?? 1, found: found, expected: expected)
    }
}
