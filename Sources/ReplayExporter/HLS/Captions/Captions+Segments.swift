import MediaTime

extension Captions {
    /// A WebVTT file for each segment, from a boundary up to the next: all cues that are shown in it, with their whole
    /// times, so one over a boundary stands in both (RFC 8216, 3.5).
    /// - Parameter boundaries: in order; one more than there are segments.
    func segments(_ boundaries: [MediaTime]) -> [String] {
        guard boundaries.count > 1 else { return [] }
        var texts = Array(repeating: beginning, count: boundaries.count - 1)
        for cue in cues {
            let text = cue.text
            var segment = max(0, boundaries.partitioningIndex { $0 > cue.range.start } - 1)
            while segment < texts.count, boundaries[segment] < cue.range.end {
                texts[segment] += text
                segment += 1
            }
        }
        return texts
    }

    /// What stands before the cues: notes are for those who write captions, so they stay out.
    private var beginning: String {
        let blocks = header.filter { !$0.hasPrefix("NOTE") }.map { "\n\($0)\n" }.joined()
        return "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n" + blocks
    }
}
