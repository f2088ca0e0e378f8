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
        return rendition.playlist.segments.filter { $0.duration.rounded > target.value }.map { segment in
            HLSFinding(
                .durations, file: rendition.path, line: segment.durationLine,
                found: "#EXTINF of \(segment.duration), rounded \(segment.duration.rounded)",
                expected: "at most the TARGETDURATION of \(target.value)")
        }
    }

    private func equality(_ renditions: [Rendition]) -> [HLSFinding] {
        let targets = renditions.compactMap { rendition in
            rendition.playlist.targetDuration.map { (path: rendition.path, target: $0) }
        }
        guard let first = targets.first else { return [] }
        return targets.filter { $0.target.value != first.target.value }.map { path, target in
            HLSFinding(
                .durations, file: path, line: target.line, found: "a TARGETDURATION of \(target.value)",
                expected: "\(first.target.value), as in \(first.path)")
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
            error = error + (entry.duration - run.duration)
            (least, most) = (min(least, error), max(most, error))
            guard most - least <= frame else {
                return [
                    HLSFinding(
                        .durations, file: rendition.path, line: entry.durationLine,
                        found: "#EXTINF of \(entry.duration), with which a run of segments is \(most - least) off",
                        expected: "\(run.duration), as its samples last, so that no run is off by more than \(frame)")
                ]
            }
        }
        return []
    }
}
