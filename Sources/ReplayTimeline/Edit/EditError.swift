public import MediaTime
public import ReplayErrors

/// Why an operation cannot be applied to an edit. The description is a sentence for the person who asked for it.
public enum EditError: CategorizedError, Hashable {
    /// The recording has no length, so there is nothing to edit.
    case emptyRecording
    /// The range reaches before the start or after the end of the recording.
    case outsideRecording(TimeRange, duration: MediaTime)
    /// The range holds nothing: it is shorter than a tick of the recording's clock.
    case emptyRange(TimeRange)
    /// Nothing would be left of the recording.
    case keepsNothing(TimeRange)
    /// The edit would have more clips than ``Edit/clipLimit``.
    case tooManyClips(TimeRange)
}

extension EditError {
    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// One sentence that gives the times.
    public var description: String {
        switch self {
        case .emptyRecording:
            "the recording has no length, so there is nothing to edit"
        case .outsideRecording(let range, let duration):
            // Rounded up against the length rounded down, so that the two never print alike.
            "the range \(range.start.timecode())..\(range.end.timecode(rounding: .up)) reaches outside the "
                + "recording, which lasts \(duration.timecode())"
        case .emptyRange(let range):
            "the range \(range) is empty"
        case .keepsNothing(let range):
            "with \(range) nothing would be left of the recording"
        case .tooManyClips(let range):
            "with \(range) the edit would have more than \(Edit.clipLimit) clips"
        }
    }
}
