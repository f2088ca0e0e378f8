/// The check for row 14, two versions of a live playlist. Segments are removed only at the start and added only at the
/// end, and the sequence numbers count both (RFC 8216, 6.2.1 and 6.2.2).
package struct PlaylistUpdate: Sendable {
    /// The path relative to the folder.
    package let path: String
    package let old: MediaPlaylist
    package let new: MediaPlaylist

    package init(path: String, old: MediaPlaylist, new: MediaPlaylist) {
        (self.path, self.old, self.new) = (path, old, new)
    }

    /// The number of segments that were removed from the start, according to the media sequence.
    private var removed: Int { (new.mediaSequence?.value ?? 0) - (old.mediaSequence?.value ?? 0) }

    package var findings: [HLSFinding] {
        guard removed >= 0 else {
            return header + [
                finding(
                    new.mediaSequence?.line, found: "a media sequence that went back by \(-removed)",
                    expected: "none less")
            ]
        }
        return header + removal + kept + discontinuities
    }

    private var header: [HLSFinding] {
        var findings: [HLSFinding] = []
        if new.targetDuration?.value != old.targetDuration?.value {
            findings.append(
                finding(
                    new.targetDuration?.line, found: "a TARGETDURATION of \(new.targetDuration?.value ?? 0)",
                    expected: "\(old.targetDuration?.value ?? 0), as before"))
        }
        if old.endLine != nil, new.endLine == nil || new.segments.count != old.segments.count {
            findings.append(finding(new.endLine, found: "a change after #EXT-X-ENDLIST", expected: "none"))
        }
        return findings
    }

    private var removal: [HLSFinding] {
        guard removed > 0, ["VOD", "EVENT"].contains(new.type?.value ?? "") else { return [] }
        return [
            finding(
                new.mediaSequence?.line, found: "\(removed) segments removed",
                expected: "none, because its type is \(new.type?.value ?? "")"
            )
        ]
    }

    /// Checks that the common segments are the same, and that none was removed from the end.
    private var kept: [HLSFinding] {
        let common = old.segments.dropFirst(removed)
        if let (_, changed) = zip(common, new.segments).first(where: { !$0.isSame(as: $1) }) {
            return [
                finding(
                    changed.line, found: "“\(changed.uri.prefix(80))” in place of another segment",
                    expected: "the one that was there")
            ]
        }
        guard new.segments.count < common.count else { return [] }
        return [
            finding(
                new.segments.last?.line, found: "\(common.count - new.segments.count) segments gone from the end",
                expected: "none")
        ]
    }

    private var discontinuities: [HLSFinding] {
        let gone = old.segments.prefix(removed).count { $0.discontinuityLine != nil }
        let expected = (old.discontinuitySequence?.value ?? 0) &+ gone
        // If more segments were removed than were seen, those may have had more discontinuities.
        let actual = new.discontinuitySequence?.value ?? 0
        guard removed <= old.segments.count ? actual != expected : actual < expected else { return [] }
        return [
            finding(
                new.discontinuitySequence?.line, found: "a discontinuity sequence of \(actual)",
                expected: "\(expected), because \(gone) were in the removed segments")
        ]
    }

    private func finding(_ line: Int?, found: String, expected: String) -> HLSFinding {
        HLSFinding(.live, file: path, line: line ?? 1, found: found, expected: expected)
    }
}

extension PlaylistSegment {
    fileprivate func isSame(as other: PlaylistSegment) -> Bool {
        uri == other.uri && duration == other.duration && byteRange == other.byteRange && map == other.map
            && (discontinuityLine == nil) == (other.discontinuityLine == nil)
    }
}
