package import HLSPlaylist

/// The check for row 15, two versions of a playlist with parts. A part stays as it is, and the next part is the one of
/// the hint (draft-pantos-hls-rfc8216bis, 4.4.5.3 and 6.2.1).
package struct PartUpdate: Sendable {
    /// The path relative to the folder.
    package let path: String
    package let old: MediaPlaylist
    package let new: MediaPlaylist

    package init(path: String, old: MediaPlaylist, new: MediaPlaylist) {
        (self.path, self.old, self.new) = (path, old, new)
    }

    package var findings: [HLSFinding] { kept + hinted }

    /// Checks that the parts of the segment that was incomplete are still there.
    private var kept: [HLSFinding] {
        let place = old.nextPlace
        guard let before = old.pending?.parts, let now = new.parts(ofSegment: place.segment) else { return [] }
        guard !now.starts(with: before) else { return [] }
        return [
            finding(
                "the parts of segment \(place.segment) became others",
                expected: "the \(before.count) that were there, and more after them")
        ]
    }

    /// Checks that the part after the last one of the old version is at the URI of its hint.
    private var hinted: [HLSFinding] {
        let place = old.nextPlace
        guard let hint = old.preloadHints.first(where: { $0.type == "PART" })?.uri,
            let now = new.parts(ofSegment: place.segment), now.indices.contains(place.part), now[place.part].uri != hint
        else { return [] }
        return [finding("a part at “\(now[place.part].uri.prefix(80))”", expected: "“\(hint.prefix(80))”, as hinted")]
    }

    private func finding(_ found: String, expected: String) -> HLSFinding {
        HLSFinding(.parts, file: path, line: 1, found: found, expected: expected)
    }
}

/// The place of a part: the media sequence number of its segment, and its index.
package struct PartPlace: Sendable, Equatable {
    package let segment: Int
    package let part: Int
}

extension MediaPlaylist {
    /// True if any part is listed.
    var hasParts: Bool { pending != nil || segments.contains { !$0.parts.isEmpty } }

    /// The part after the last one.
    package var nextPlace: PartPlace {
        let next = (mediaSequence ?? 0) &+ skippedSegments &+ segments.count
        return PartPlace(segment: next, part: pending?.parts.count ?? 0)
    }

    /// Returns the parts of a segment; nil if the playlist does not list any.
    func parts(ofSegment number: Int) -> [PlaylistPart]? {
        let index = number &- (mediaSequence ?? 0) &- skippedSegments
        if index == segments.count { return pending?.parts }
        guard segments.indices.contains(index), !segments[index].parts.isEmpty else { return nil }
        return segments[index].parts
    }

    /// Returns the full playlist that a delta update and the version before it make; nil if segments are missing
    /// (draft-pantos-hls-rfc8216bis, 6.3.7).
    func applied(to old: MediaPlaylist) -> MediaPlaylist? {
        let first = (mediaSequence ?? 0) &- (old.mediaSequence ?? 0)
        guard first >= 0, first &+ skippedSegments <= old.segments.count else { return nil }
        var full = self
        full.segments =
            old.segments[first..<first + skippedSegments].map { segment in
                var segment = segment
                segment.parts = []
                return segment
            } + segments
        full.skippedSegments = 0
        return full
    }
}
