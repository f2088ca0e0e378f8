/// The rule for row 14, a single version of a live playlist (RFC 8216, 4.3.3.2, 4.3.3.3 and 6.2.2). `PlaylistUpdate`
/// compares two versions.
struct LiveRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.timed.filter(\.playlist.isLive).flatMap { rendition -> [HLSFinding] in
            let playlist = rendition.playlist
            guard playlist.type?.value != "EVENT" else { return removal(rendition) }
            return sequence(rendition) + length(rendition)
        }
    }

    /// Checks that an EVENT playlist has kept all its segments.
    private func removal(_ rendition: Rendition) -> [HLSFinding] {
        guard let sequence = rendition.playlist.mediaSequence, sequence.value > 0 else { return [] }
        return [
            finding(rendition, sequence.line, "an event with the media sequence \(sequence.value)", "all segments kept")
        ]
    }

    private func sequence(_ rendition: Rendition) -> [HLSFinding] {
        let playlist = rendition.playlist
        guard let sequence = playlist.mediaSequence else {
            return [finding(rendition, 1, "a live playlist without #EXT-X-MEDIA-SEQUENCE", "it")]
        }
        guard sequence.value > 0, playlist.discontinuitySequence == nil,
            playlist.segments.contains(where: { $0.discontinuityLine != nil })
        else { return [] }
        return [
            finding(rendition, sequence.line, "discontinuities without #EXT-X-DISCONTINUITY-SEQUENCE", "it")
        ]
    }

    private func length(_ rendition: Rendition) -> [HLSFinding] {
        guard let target = rendition.playlist.targetDuration, rendition.playlist.mediaSequence?.value ?? 0 > 0 else {
            return []
        }
        let least = Seconds(nanoseconds: Int64(min(target.value, 100_000)) * 3_000_000_000)
        guard rendition.playlist.duration < least else { return [] }
        return [
            finding(
                rendition, rendition.playlist.segments.last?.line ?? 1,
                "\(rendition.playlist.duration) of segments kept",
                "three target durations at least, \(least)")
        ]
    }

    private func finding(_ rendition: Rendition, _ line: Int, _ found: String, _ expected: String) -> HLSFinding {
        HLSFinding(.live, file: rendition.path, line: line, found: found, expected: expected)
    }
}
