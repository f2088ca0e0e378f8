package import MediaTime
import ReplayTimeline
import TextRendering

extension Captions {
    /// Returns the cues as texts to draw near the lower edge of the recording's frames, in the recording's ticks.
    /// - Parameter duration: The duration of the recording. Captions beyond it are left out.
    /// - Throws: `CaptionsError` if there are more cues than an edit may have effects.
    package func drawn(until duration: MediaTime) throws(CaptionsError) -> [DrawnText] {
        guard cues.count <= Edit.effectLimit else {
            throw CaptionsError(
                path: "the captions", line: nil, reason: "more than \(Edit.effectLimit) cues cannot be drawn")
        }
        return cues.compactMap { cue in
            let (text, range) = (cue.plainText, cue.range.converted(to: duration.timescale, rounding: .nearest))
            let end = min(range.end, duration)
            guard !text.isEmpty, range.start < end else { return nil }
            return DrawnText(text: PlacedText(text, at: .bottom), range: TimeRange(start: range.start, end: end))
        }
    }
}
