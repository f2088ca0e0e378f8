package import HLSPlaylist

/// The check for row 14, two versions of a live playlist. Segments are removed only at the start and added only at the
/// end, and the sequence numbers count both (RFC 8216, 6.2.1 and 6.2.2).
package struct PlaylistUpdate: Sendable {
    /// The path relative to the folder.
    package let path: String
    package let old: MediaPlaylist
    package let new: MediaPlaylist
    /// The lines of the new version.
    package let lines: MediaPlaylistLines

    package init(path: String, old: MediaPlaylist, new: ParsedMediaPlaylist) {
        self.init(path: path, old: old, new: new.playlist, lines: new.lines)
    }

    /// - Parameter new: The new version, which may be the result of a delta update. Its segments are then not those of
    ///   `lines`.
    init(path: String, old: MediaPlaylist, new: MediaPlaylist, lines: MediaPlaylistLines) {
        (self.path, self.old, self.new, self.lines) = (path, old, new, lines)
    }

    /// The number of segments that were removed from the start, according to the media sequence.
    private var removed: Int { (new.mediaSequence ?? 0) - (old.mediaSequence ?? 0) }

    package var findings: [HLSFinding] {
        guard removed >= 0 else {
            return header + [
                finding(
                    lines[.mediaSequence], found: "a media sequence that went back by \(-removed)",
                    expected: "none less")
            ]
        }
        return header + removal + kept + discontinuities
    }

    private var header: [HLSFinding] {
        var findings: [HLSFinding] = []
        if new.targetDuration != old.targetDuration {
            findings.append(
                finding(
                    lines[.targetDuration], found: "a TARGETDURATION of \(new.targetDuration ?? 0)",
                    expected: "\(old.targetDuration ?? 0), as before"))
        }
        if old.isEnded, !new.isEnded || new.segments.count != old.segments.count {
            findings.append(finding(lines[.endList], found: "a change after #EXT-X-ENDLIST", expected: "none"))
        }
        return findings
    }

    private var removal: [HLSFinding] {
        guard removed > 0, let type = new.type else { return [] }
        return [
            finding(
                lines[.mediaSequence], found: "\(removed) segments removed",
                expected: "none, because its type is \(type.rawValue)")
        ]
    }

    /// Checks that the common segments are the same, and that none was removed from the end.
    private var kept: [HLSFinding] {
        let common = old.segments.dropFirst(removed)
        if let place = zip(common, new.segments).enumerated().first(where: { !$1.0.isSame(as: $1.1) })?.offset {
            return [
                finding(
                    lines.segments.indices.contains(place) ? lines.segments[place].uri : nil,
                    found: "“\(new.segments[place].uri.prefix(80))” in place of another segment",
                    expected: "the one that was there")
            ]
        }
        guard new.segments.count < common.count else { return [] }
        return [
            finding(
                lines.segments.last?.uri, found: "\(common.count - new.segments.count) segments gone from the end",
                expected: "none")
        ]
    }

    private var discontinuities: [HLSFinding] {
        let gone = old.segments.prefix(removed).count(where: \.isDiscontinuous)
        let expected = (old.discontinuitySequence ?? 0) &+ gone
        // If more segments were removed than were seen, those may have had more discontinuities.
        let actual = new.discontinuitySequence ?? 0
        guard removed <= old.segments.count ? actual != expected : actual < expected else { return [] }
        return [
            finding(
                lines[.discontinuitySequence], found: "a discontinuity sequence of \(actual)",
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
            && isDiscontinuous == other.isDiscontinuous
    }
}
