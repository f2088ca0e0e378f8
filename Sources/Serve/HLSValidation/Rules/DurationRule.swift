import HLSPlaylist

/// The rule for row 2: TARGETDURATION bounds every EXTINF and is the same in all audio and video playlists. EXTINF is
/// correct over any run of segments (RFC 8216, 4.3.3.1; draft-pantos-hls-rfc8216bis, 6.2.1; Apple 7.5).
struct DurationRule: HLSRule {
    private static let rounding = Seconds.milliseconds(1)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.renditions.flatMap(target) + equality(presentation.timed)
            + presentation.timed.filter(\.isWhole).flatMap(truth)
    }

    private func target(_ rendition: Rendition) -> [HLSFinding] {
        guard let target = rendition.playlist.targetDuration else {
            return [
                HLSFinding(
                    .durations, file: rendition.path, line: 1, found: "no #EXT-X-TARGETDURATION",
                    expected: "it, once in each media playlist")
            ]
        }
        return rendition.entries.filter { $0.segment.duration.rounded > target }.map { entry in
            HLSFinding(
                .durations, file: rendition.path, line: entry.lines.duration,
                found: "#EXTINF of \(entry.segment.duration), rounded \(entry.segment.duration.rounded)",
                expected: "at most the TARGETDURATION of \(target)")
        }
    }

    private func equality(_ renditions: [Rendition]) -> [HLSFinding] {
        let targets = renditions.compactMap { rendition in
            rendition.playlist.targetDuration.map { (rendition: rendition, target: $0) }
        }
        guard let first = targets.first else { return [] }
        return targets.filter { $0.target != first.target }.map { rendition, target in
            HLSFinding(
                .durations, file: rendition.path, line: rendition.lines[.targetDuration],
                found: "a TARGETDURATION of \(target)", expected: "\(first.target), as in \(first.rendition.path)")
        }
    }

    /// Checks the sums of EXTINF. The error of a run of segments is the difference between the errors of two prefixes.
    private func truth(_ rendition: Rendition) -> [HLSFinding] {
        var (error, least, most) = (Seconds.zero, Seconds.zero, Seconds.zero)
        // One frame of tolerance, because the frame with which audio begins before time 0 may count or not; and
        // decimals are rounded.
        let frame = rendition.frame + Self.rounding
        for (entry, _, segment) in rendition.fragmented {
            guard let run = segment.leading else { continue }
            error = error + (entry.segment.duration - run.duration)
            (least, most) = (min(least, error), max(most, error))
            guard most - least <= frame else {
                return [
                    HLSFinding(
                        .durations, file: rendition.path, line: entry.lines.duration,
                        found:
                            "#EXTINF of \(entry.segment.duration), with which a run of segments is \(most - least) off",
                        expected: "\(run.duration), as its samples last, so that no run is off by more than \(frame)")
                ]
            }
        }
        return []
    }
}
