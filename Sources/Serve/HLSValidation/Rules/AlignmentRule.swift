import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The rule for row 3: audio and video cover the same range from the same start. Segments of all variants begin
/// together (RFC 8216, 6.2.4; Apple 2.3).
struct AlignmentRule: HLSRule {
    /// The time range of a track.
    private struct Extent {
        let rendition: Rendition
        let kind: MovieIndex.TrackKind
        let start: Seconds
        let end: Seconds
    }

    func findings(in presentation: Presentation) -> [HLSFinding] {
        let ended = presentation.timed.filter { !$0.playlist.isLive }
        let extents = ended.flatMap(extents)
        let boundaries = Self.groups(presentation.variants).flatMap(boundaries)
        let first = extents.first { $0.kind == .video } ?? extents.first
        return extents.flatMap { extent in first.map { compare(extent, with: $0) } ?? [] } + boundaries + lengths(ended)
    }

    private static func groups(_ variants: [Rendition]) -> [[Rendition]] {
        [variants.filter(\.hasVideo), variants.filter { !$0.hasVideo }]
    }

    private func extents(_ rendition: Rendition) -> [Extent] {
        guard rendition.isWhole, let first = rendition.fragmented.first?.segment,
            let last = rendition.fragmented.last?.segment
        else { return [] }
        return first.runs.compactMap { run in
            guard let end = last.runs.first(where: { $0.track.id == run.track.id }) else { return nil }
            return Extent(
                rendition: rendition, kind: run.track.kind, start: max(.zero, run.time(run.start)),
                end: end.time(end.end))
        }
    }

    private func compare(_ extent: Extent, with first: Extent) -> [HLSFinding] {
        let tolerance = max(extent.rendition.frame, first.rendition.frame)
        let path = extent.rendition.path
        var findings: [HLSFinding] = []
        if !extent.start.isWithin(tolerance, of: first.start) {
            findings.append(
                HLSFinding(
                    .alignment, file: path, line: extent.rendition.lines.segments.first?.uri,
                    found: "a start at \(extent.start)", expected: "\(first.start), as in \(first.rendition.path)"))
        }
        if !extent.end.isWithin(extent.rendition.frame + first.rendition.frame, of: first.end) {
            findings.append(
                HLSFinding(
                    .alignment, file: path, line: extent.rendition.lines.segments.last?.uri,
                    found: "an end at \(extent.end)", expected: "\(first.end), as in \(first.rendition.path)"))
        }
        return findings
    }

    /// Compares the playlists’ durations if samples cannot be read.
    private func lengths(_ renditions: [Rendition]) -> [HLSFinding] {
        guard let first = renditions.first else { return [] }
        let length = first.playlist.duration
        let blind = renditions.filter { !$0.isWhole || !first.isWhole }
        return blind.filter { !$0.playlist.duration.isWithin($0.frame + first.frame, of: length) }.map {
            HLSFinding(
                .alignment, file: $0.path, line: $0.lines.segments.last?.uri,
                found: "a length of \($0.playlist.duration)", expected: "\(length), as in \(first.path)")
        }
    }

    private func boundaries(_ variants: [Rendition]) -> [HLSFinding] {
        guard let first = variants.first else { return [] }
        let expected = starts(first)
        return variants.dropFirst().compactMap { variant in
            let own = starts(variant)
            let tolerance = max(variant.frame, first.frame)
            if let place = zip(own, expected).enumerated().first(where: { !$1.0.isWithin(tolerance, of: $1.1) })?.offset
            {
                return HLSFinding(
                    .alignment, file: variant.path, line: variant.lines.segments[place].uri,
                    found: "a segment that begins at \(own[place])",
                    expected: "\(expected[place]), as in \(first.path)")
            }
            guard own.count != expected.count, !variant.playlist.isLive else { return nil }
            return HLSFinding(
                .alignment, file: variant.path, line: variant.lines.segments.last?.uri,
                found: "\(own.count) segments", expected: "\(expected.count), as in \(first.path)")
        }
    }

    private func starts(_ rendition: Rendition) -> [Seconds] {
        let runs = rendition.fragmented.compactMap(\.segment.leading)
        return rendition.isWhole && runs.count == rendition.segments.count
            ? runs.map { $0.time($0.start) } : rendition.playlist.boundaries.dropLast()
    }
}
