public import ReplayErrors

/// An error in a typed time or range, or a time outside the recording. The description is a sentence for the user.
public enum TimecodeError: CategorizedError, Hashable {
    /// The text is not a time.
    case malformed(String)
    /// The text is not a range: it has no `..`.
    case notARange(String)
    /// The text has more than nine decimals of a second.
    case tooFine(String)
    /// The text is a time above 100,000 hours, or a frame number of 10^9 or more.
    case tooLarge(String)
    /// The position is after the end of the recording, or there is no such frame.
    case beyondEnd(TimePosition, duration: MediaTime)
    /// The position, counted from the end, is before the start of the recording.
    case beforeStart(TimePosition, duration: MediaTime)
    /// The range ends before it starts in this recording.
    case endBeforeStart(TimePositionRange, start: MediaTime, end: MediaTime)
}

extension TimecodeError {
    /// The error's category, `badData`.
    public var category: ErrorCategory { .badData }

    /// A sentence that quotes the input.
    public var description: String {
        switch self {
        case .malformed(let text):
            "“\(text.excerpt)” is not a time; write 12.5, 1:02.250, 1:02:03, 90s, 1500ms, f120, or -5 from the end"
        case .notARange(let text):
            "“\(text.excerpt)” is not a range; write two times with two dots between, such as 5..1:30"
        case .tooFine(let text):
            "“\(text.excerpt)” is more precise than a nanosecond"
        case .tooLarge(let text):
            "“\(text.excerpt)” is too large; times go up to 100000 hours and frames up to f999999999"
        case .beyondEnd(let position, let duration):
            "“\(position)” is after the end of the recording, which lasts \(duration.timecode())"
        case .beforeStart(let position, let duration):
            "“\(position)” is before the start of the recording, which lasts \(duration.timecode())"
        case .endBeforeStart(let range, let start, let end):
            "“\(range)” ends at \(end.timecode()), before it starts at \(start.timecode())"
        }
    }
}
