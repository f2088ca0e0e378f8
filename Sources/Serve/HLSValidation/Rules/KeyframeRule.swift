import HLSPlaylist

/// The rule for row 1: every segment begins with an IDR. GOPs are closed, and a new one begins every 2 s (RFC 8216, 3.2
/// and 4.3.5.1; Apple 1.9 and 4.3).
struct KeyframeRule: HLSRule {
    /// The maximum duration of a GOP: 2 s, and a tolerance for a late timer or frame.
    private static let maxGOPDuration = Seconds.milliseconds(2100)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.variants.filter(\.hasVideo).flatMap { rendition in
            independence(of: rendition, in: presentation.main) + blindness(rendition) + segments(rendition)
                + distances(rendition)
        }
    }

    private func independence(of rendition: Rendition, in main: Presentation.Main?) -> [HLSFinding] {
        guard !rendition.playlist.hasIndependentSegments, main?.parsed.playlist.hasIndependentSegments != true else {
            return []
        }
        return [
            HLSFinding(
                .keyframes, file: rendition.path, line: 1, found: "no #EXT-X-INDEPENDENT-SEGMENTS",
                expected: "it, here or in the multivariant playlist")
        ]
    }

    /// Returns at most one warning for each playlist whose media cannot be examined.
    private func blindness(_ rendition: Rendition) -> [HLSFinding] {
        func warning(_ found: String) -> [HLSFinding] {
            [
                HLSFinding(
                    .keyframes, severity: .warning, file: rendition.path, found: found,
                    expected: "H.264 in fragmented MP4")
            ]
        }
        let isStream = rendition.segments.contains { if case .transportStream = $0.content { true } else { false } }
        if isStream { return warning("not fMP4: frames are not checked") }
        if rendition.playlist.segments.contains(where: \.isEncrypted) {
            return warning("encrypted: frames are not checked")
        }
        let isOther = rendition.movie?.video.map { $0.description?.avc == nil } ?? false
        return isOther ? warning("not H.264: only what the boxes state about frames is checked") : []
    }

    private func segments(_ rendition: Rendition) -> [HLSFinding] {
        rendition.fragmented.flatMap { entry, loaded, segment -> [HLSFinding] in
            guard let run = segment.video else {
                return rendition.movie?.video == nil || segment.fragmentCount == 0
                    ? []
                    : [
                        HLSFinding(
                            .keyframes, file: rendition.path, line: entry.lines.uri, found: "a segment without frames",
                            expected: "an IDR at its beginning")
                    ]
            }
            return start(of: run, in: loaded.file)
                + (run.openFrame.map { [HLSFinding(.keyframes, file: loaded.file, fault: $0)] } ?? [])
        }
    }

    private func start(of run: TrackRun, in file: String) -> [HLSFinding] {
        guard run.beginsWithKeyframe else {
            return [
                violation(
                    file, offset: run.offset, found: "a segment that does not begin with a keyframe",
                    expected: "an IDR at its beginning")
            ]
        }
        return run.keyframes.filter { $0.kind == .other || $0.kind == .unreadable }.map { key in
            violation(
                file, offset: key.offset,
                found: key.kind == .other
                    ? "a frame marked as a keyframe that is not an IDR"
                    : "a frame whose NAL units do not fill its sample",
                expected: key.offset == run.offset ? "an IDR at the segment’s beginning" : "keyframes that are IDRs")
        }
    }

    private func distances(_ rendition: Rendition) -> [HLSFinding] {
        var findings: [HLSFinding] = []
        var last: (time: Seconds, offset: Int64, file: String)?
        func close(at time: Seconds) {
            guard let last, time - last.time > Self.maxGOPDuration else { return }
            findings.append(
                violation(
                    last.file, offset: last.offset, found: "a GOP \(time - last.time) long",
                    expected: "a keyframe every 2 s"))
        }
        for (entry, loaded, segment) in rendition.fragmented {
            guard let run = segment.video else { continue }
            if entry.segment.isDiscontinuous { last = nil }
            for key in run.keyframes {
                close(at: run.time(key.time))
                last = (run.time(key.time), key.offset, loaded.file)
            }
        }
        if let run = rendition.fragmented.last?.segment.video { close(at: run.time(run.end)) }
        return findings
    }

    private func violation(_ file: String, offset: Int64, found: String, expected: String) -> HLSFinding {
        HLSFinding(.keyframes, file: file, offset: offset, found: found, expected: expected)
    }
}
