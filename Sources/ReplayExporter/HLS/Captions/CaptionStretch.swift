import MediaTime
import ReplayTimeline

/// A clip as captions see it, in milliseconds of the edit.
///
/// All is rounded up: then at each whole millisecond just that is shown which is shown at that instant of the
/// recording, wherever between two milliseconds the cuts lie.
struct CaptionStretch {
    /// Where the clip stands in the edit.
    let edited: Range<Int64>
    private let shift: Int64

    init(_ clip: Clip) {
        func milliseconds(_ time: MediaTime) -> Int64 { time.converted(to: 1000, rounding: .up).value }
        edited = milliseconds(clip.edited.start)..<milliseconds(clip.edited.end)
        shift = milliseconds(clip.start - clip.source.start)
    }

    /// Whether the clip ends after this millisecond of the recording.
    func ends(after time: Int64) -> Bool { time + shift < edited.upperBound }

    /// What it shows of a range of the recording, in the edit; it may be empty.
    func edited(_ range: TimeRange) -> Range<Int64> {
        (range.start.value + shift..<range.end.value + shift).clamped(to: edited)
    }

    /// Where a millisecond of the recording stands in the edit, or, where it stands before the clip, the clip's start.
    func edited(from time: Int64) -> Int64 { max(time + shift, edited.lowerBound) }

    /// Whether the clip starts at or after this millisecond of the recording.
    func starts(from time: Int64) -> Bool { time + shift <= edited.lowerBound }
}
