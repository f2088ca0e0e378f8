import MediaTime
import ReplayTimeline

/// A clip as captions see it, in milliseconds of the edit.
///
/// All is rounded up: then at each whole millisecond just that is shown which is shown at that instant of the
/// recording, wherever between two milliseconds the cuts lie.
struct CaptionStretch {
    /// Where the clip stands in the edit.
    let edited: Range<Int64>
    private let clip: Clip
    /// From a clip that plays as it was recorded to the edit.
    private let shift: Int64

    init(_ clip: Clip) {
        func milliseconds(_ time: MediaTime) -> Int64 { time.converted(to: 1000, rounding: .up).value }
        edited = milliseconds(clip.edited.start)..<milliseconds(clip.edited.end)
        shift = milliseconds(clip.start - clip.source.start)
        self.clip = clip
    }

    /// Where a millisecond of the recording would stand in the edit if the clip had no ends.
    private func place(_ time: Int64) -> Int64 {
        guard !clip.isAsRecorded else { return time + shift }
        let instant = MediaTime.milliseconds(time).converted(to: clip.start.timescale, rounding: .up)
        return clip.editedTime(at: instant, rounding: .up).converted(to: 1000, rounding: .up).value
    }

    /// Whether the clip ends after this millisecond of the recording.
    func ends(after time: Int64) -> Bool { place(time) < edited.upperBound }

    /// What it shows of a range of the recording, in the edit; it may be empty.
    func edited(_ range: TimeRange) -> Range<Int64> {
        (place(range.start.value)..<place(range.end.value)).clamped(to: edited)
    }

    /// Where a millisecond of the recording stands in the edit, or, where it stands before the clip, the clip's start.
    func edited(from time: Int64) -> Int64 { max(place(time), edited.lowerBound) }

    /// Whether the clip starts at or after this millisecond of the recording.
    func starts(from time: Int64) -> Bool { place(time) <= edited.lowerBound }
}
