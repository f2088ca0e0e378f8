import MediaTime
import ReplayTimeline
import TextRendering

extension Captions {
    /// The cues as texts that are drawn over the recording, near the lower edge of the frame, in its ticks.
    /// - Parameter duration: of the recording; what lies beyond is left out.
    /// - Throws: where they are more than an edit may have effects.
    func drawn(until duration: MediaTime) throws(CaptionsError) -> [DrawnText] {
        guard cues.count <= Edit.effectLimit else {
            throw CaptionsError(
                path: "the captions", line: nil, reason: "more than \(Edit.effectLimit) cues cannot be drawn")
        }
        return cues.compactMap { cue in
            let (text, range) = (cue.plainText, cue.range.converted(to: duration.timescale, rounding: .nearest))
            let end = min(range.end, duration)
            guard !text.isEmpty, range.start < end else { return nil }
            return DrawnText(text: PlacedText(text, .bottom), range: TimeRange(start: range.start, end: end))
        }
    }
}
