import MediaTime
import ReplayTimeline

/// The range of a clip for captions, in milliseconds of the edit.
///
/// All times are rounded up. Each whole millisecond of the edit then shows exactly the captions of that instant of the
/// recording, even if a cut lies between two milliseconds.
struct CaptionStretch {
    /// The clip's range in the edit.
    let edited: Range<Int64>
    private let clip: Clip
    /// The offset from the recording to the edit, for a clip at normal speed.
    private let shift: Int64

    init(_ clip: Clip) {
        func milliseconds(_ time: MediaTime) -> Int64 { time.converted(to: 1000, rounding: .up).value }
        edited = milliseconds(clip.edited.start)..<milliseconds(clip.edited.end)
        shift = milliseconds(clip.start - clip.source.start)
        self.clip = clip
    }

    /// Returns the time in the edit of a millisecond of the recording. The result may lie outside the clip.
    private func place(_ time: Int64) -> Int64 {
        guard !clip.isAsRecorded else { return time + shift }
        let instant = MediaTime.milliseconds(time).converted(to: clip.start.timescale, rounding: .up)
        return clip.editedTime(at: instant, rounding: .up).converted(to: 1000, rounding: .up).value
    }

    /// Returns true if the clip ends after this millisecond of the recording.
    func ends(after time: Int64) -> Bool { place(time) < edited.upperBound }

    /// Returns the part of a range of the recording that the clip shows, in times of the edit. The part may be empty.
    func edited(_ range: TimeRange) -> Range<Int64> {
        (place(range.start.value)..<place(range.end.value)).clamped(to: edited)
    }

    /// Returns the time in the edit of a millisecond of the recording, or the clip's start if the millisecond comes
    /// before the clip.
    func edited(from time: Int64) -> Int64 { max(place(time), edited.lowerBound) }

    /// Returns true if the clip starts at or after this millisecond of the recording.
    func starts(from time: Int64) -> Bool { place(time) <= edited.lowerBound }
}
