import HLSPlaylist

/// The rule for row 12: a DISCONTINUITY marks each change of parameters, at the same times in all playlists (RFC 8216,
/// 4.3.2.3 and 6.2.4).
struct DiscontinuityRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.timed.flatMap(changes) + places(presentation.timed) + sequences(presentation.timed)
    }

    private func changes(_ rendition: Rendition) -> [HLSFinding] {
        let entries = rendition.entries
        return zip(entries, entries.dropFirst()).compactMap { first, second in
            guard !second.segment.isDiscontinuous, let old = first.segment.map, let new = second.segment.map,
                old != new,
                let before = rendition.maps[old]?.movie, let after = rendition.maps[new]?.movie,
                !before.hasSameParameters(as: after)
            else { return nil }
            return HLSFinding(
                .discontinuities, file: rendition.path, line: second.lines.map,
                found: "an initialization section with other parameters", expected: "#EXT-X-DISCONTINUITY before it")
        }
    }

    private func places(_ renditions: [Rendition]) -> [HLSFinding] {
        guard let first = renditions.first else { return [] }
        let expected = marks(first)
        return renditions.dropFirst().compactMap { rendition in
            let own = marks(rendition)
            let tolerance = rendition.frame + first.frame
            if own.count == expected.count,
                zip(own, expected).allSatisfy({ $0.time.isWithin(tolerance, of: $1.time) })
            {
                return nil
            }
            let place = zip(own, expected).first { !$0.time.isWithin(tolerance, of: $1.time) }
            return HLSFinding(
                .discontinuities, file: rendition.path, line: place?.0.line ?? own.last?.line ?? 1,
                found: "\(own.count) discontinuities" + (place.map { ", one at \($0.0.time)" } ?? ""),
                expected: "\(expected.count)" + (place.map { ", that one at \($0.1.time)" } ?? "")
                    + ", as in \(first.path)")
        }
    }

    private func marks(_ rendition: Rendition) -> [(time: Seconds, line: Int)] {
        zip(rendition.lines.segments, rendition.playlist.boundaries).compactMap { lines, time in
            lines.discontinuity.map { (time, $0) }
        }
    }

    private func sequences(_ renditions: [Rendition]) -> [HLSFinding] {
        guard let first = renditions.first else { return [] }
        let expected = first.playlist.discontinuitySequence ?? 0
        return renditions.filter { ($0.playlist.discontinuitySequence ?? 0) != expected }.map { rendition in
            let own = rendition.playlist.discontinuitySequence
            return HLSFinding(
                .discontinuities, file: rendition.path, line: rendition.lines[.discontinuitySequence] ?? 1,
                found: "a discontinuity sequence of \(own ?? 0)", expected: "\(expected), as in \(first.path)")
        }
    }
}

extension InitSegment {
    fileprivate func hasSameParameters(as other: InitSegment) -> Bool {
        tracks.count == other.tracks.count && zip(tracks, other.tracks).allSatisfy { $0.hasSameParameters(as: $1) }
    }
}
