import HLSPlaylist

/// The rule for row 15, one version of a playlist with parts (draft-pantos-hls-rfc8216bis, 4.4.3.7, 4.4.3.8, 4.4.4.9,
/// 6.2.2 and appendix B). `PartUpdate` compares two versions.
struct PartRule: HLSRule {
    /// The tolerance for rounded decimals.
    private static let rounding = Seconds.milliseconds(1)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.timed.flatMap { rendition -> [HLSFinding] in
            guard rendition.playlist.hasParts || rendition.playlist.partTarget != nil else { return [] }
            guard let target = rendition.playlist.partTarget else {
                return [finding(rendition, line: 1, found: "parts without #EXT-X-PART-INF", expected: "it")]
            }
            return durations(rendition, target: target) + sums(rendition)
                + (rendition.playlist.isLive ? live(rendition, target: target, in: presentation) : [])
        }
    }

    /// Checks that no part is longer than the target, and that all but the last of a segment have 85 % of it.
    private func durations(_ rendition: Rendition, target: Seconds) -> [HLSFinding] {
        let least = Seconds(nanoseconds: target.nanoseconds / 100 * 85)
        let complete = rendition.entries.flatMap { entry in
            zip(entry.segment.parts, entry.lines.parts).enumerated().map { index, part in
                (part: part.0, line: part.1, isLast: index == entry.segment.parts.count - 1)
            }
        }
        let pending = zip(rendition.playlist.pending?.parts ?? [], rendition.lines.pendingParts)
            .map { (part: $0, line: $1, isLast: false) }
        return (complete + pending).compactMap { part, line, isLast in
            let isTooLong = part.duration > target + Self.rounding
            guard isTooLong || (!isLast && part.duration + Self.rounding < least) else { return nil }
            return finding(
                rendition, line: line, found: "a part of \(part.duration)",
                expected: isTooLong
                    ? "at most the PART-TARGET of \(target)" : "at least 85 % of the PART-TARGET, \(least)")
        }
    }

    private func sums(_ rendition: Rendition) -> [HLSFinding] {
        rendition.entries.compactMap { entry in
            let sum = entry.segment.parts.reduce(Seconds.zero) { $0 + $1.duration }
            guard !entry.segment.parts.isEmpty, (sum - entry.segment.duration).magnitude > Self.rounding else {
                return nil
            }
            return finding(
                rendition, line: entry.lines.duration, found: "#EXTINF of \(entry.segment.duration)",
                expected: "\(sum), the sum of its parts")
        }
    }

    private func live(_ rendition: Rendition, target: Seconds, in presentation: Presentation) -> [HLSFinding] {
        control(rendition, target: target) + hints(rendition) + reports(rendition, in: presentation) + dates(rendition)
    }

    private func control(_ rendition: Rendition, target: Seconds) -> [HLSFinding] {
        let line = rendition.lines[.serverControl]
        guard let control = rendition.playlist.serverControl else {
            return [finding(rendition, line: 1, found: "no #EXT-X-SERVER-CONTROL", expected: "it")]
        }
        let segment = Seconds(nanoseconds: Int64(min(rendition.playlist.targetDuration ?? 0, 36_000)) * 1_000_000_000)
        var findings: [HLSFinding] = []
        if !control.canBlockReload {
            findings.append(finding(rendition, line: line, found: "no CAN-BLOCK-RELOAD", expected: "YES"))
        }
        let partHoldBack = control.partHoldBack ?? .zero
        if partHoldBack < target.times(2) {
            findings.append(
                finding(
                    rendition, line: line, found: "PART-HOLD-BACK of \(partHoldBack)",
                    expected: "at least twice the PART-TARGET of \(target)"))
        }
        if let holdBack = control.holdBack, holdBack < segment.times(3) {
            findings.append(
                finding(
                    rendition, line: line, found: "HOLD-BACK of \(holdBack)",
                    expected: "at least three TARGETDURATIONs, \(segment.times(3))"))
        }
        if let skip = control.canSkipUntil, skip < segment.times(6) {
            findings.append(
                finding(
                    rendition, line: line, found: "CAN-SKIP-UNTIL of \(skip)",
                    expected: "at least six TARGETDURATIONs, \(segment.times(6))"))
        }
        return findings
    }

    private func hints(_ rendition: Rendition) -> [HLSFinding] {
        let hints = rendition.playlist.preloadHints.filter { $0.type == "PART" }
        guard hints.count != 1 else { return [] }
        return [
            finding(
                rendition, line: rendition.lines[.preloadHint] ?? 1, found: "\(hints.count) hints of parts",
                expected: "one #EXT-X-PRELOAD-HINT of the next part")
        ]
    }

    /// Checks that each other audio or video playlist has a report.
    private func reports(_ rendition: Rendition, in presentation: Presentation) -> [HLSFinding] {
        let folder = Rendition.folder(of: rendition.path)
        let reported = Set(rendition.playlist.renditionReports.compactMap { URIReference($0.uri, base: folder).path })
        let missing = presentation.timed.map(\.path).filter { $0 != rendition.path && !reported.contains($0) }
        return missing.map {
            finding(
                rendition, line: rendition.lines[.renditionReport] ?? 1, found: "no report of \($0)",
                expected: "#EXT-X-RENDITION-REPORT for each other rendition")
        }
    }

    private func dates(_ rendition: Rendition) -> [HLSFinding] {
        let hasDate =
            rendition.playlist.segments.contains { $0.programDateTime != nil }
            || rendition.playlist.pending?.programDateTime != nil
        return hasDate
            ? []
            : [finding(rendition, line: 1, found: "no #EXT-X-PROGRAM-DATE-TIME", expected: "it, to align renditions")]
    }

    private func finding(_ rendition: Rendition, line: Int?, found: String, expected: String) -> HLSFinding {
        HLSFinding(.parts, file: rendition.path, line: line ?? 1, found: found, expected: expected)
    }
}

extension Seconds {
    fileprivate func times(_ factor: Int64) -> Seconds { Seconds(nanoseconds: nanoseconds * factor) }
}
