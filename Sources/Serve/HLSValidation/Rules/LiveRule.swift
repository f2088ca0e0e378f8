import HLSPlaylist

/// The rule for row 14, a single version of a live playlist (RFC 8216, 4.3.3.2, 4.3.3.3 and 6.2.2). `PlaylistUpdate`
/// compares two versions.
struct LiveRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.timed.filter(\.playlist.isLive).flatMap { rendition -> [HLSFinding] in
            let playlist = rendition.playlist
            guard playlist.type != .event else { return removal(rendition) }
            return sequence(rendition) + length(rendition)
        }
    }

    /// Checks that an EVENT playlist has kept all its segments.
    private func removal(_ rendition: Rendition) -> [HLSFinding] {
        guard let sequence = rendition.playlist.mediaSequence, sequence > 0 else { return [] }
        return [
            finding(
                rendition, line: rendition.lines[.mediaSequence], found: "an event with the media sequence \(sequence)",
                expected: "all segments kept")
        ]
    }

    private func sequence(_ rendition: Rendition) -> [HLSFinding] {
        let playlist = rendition.playlist
        guard let sequence = playlist.mediaSequence else {
            return [finding(rendition, line: 1, found: "a live playlist without #EXT-X-MEDIA-SEQUENCE", expected: "it")]
        }
        guard sequence > 0, playlist.discontinuitySequence == nil,
            playlist.segments.contains(where: \.isDiscontinuous)
        else { return [] }
        return [
            finding(
                rendition, line: rendition.lines[.mediaSequence],
                found: "discontinuities without #EXT-X-DISCONTINUITY-SEQUENCE",
                expected: "it")
        ]
    }

    private func length(_ rendition: Rendition) -> [HLSFinding] {
        guard let target = rendition.playlist.targetDuration, rendition.playlist.mediaSequence ?? 0 > 0 else {
            return []
        }
        let least = Seconds(nanoseconds: Int64(min(target, 100_000)) * 3_000_000_000)
        guard rendition.playlist.duration < least else { return [] }
        return [
            finding(
                rendition, line: rendition.lines.segments.last?.uri,
                found: "\(rendition.playlist.duration) of segments kept",
                expected: "three target durations at least, \(least)")
        ]
    }

    private func finding(_ rendition: Rendition, line: Int?, found: String, expected: String) -> HLSFinding {
        HLSFinding(.live, file: rendition.path, line: line ?? 1, found: found, expected: expected)
    }
}
