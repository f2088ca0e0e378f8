/// A range as typed by a user, `A..B`, before the recording is known. `B` is exclusive.
///
/// If `A` is missing, the range begins at the start; if `B` is missing, it ends at the end: `..10`, `1:30..`.
public struct TimePositionRange: Hashable, Sendable {
    /// The start of the range; `nil` for the start of the recording.
    public let start: TimePosition?
    /// The end of the range; `nil` for the end of the recording.
    public let end: TimePosition?

    /// Creates a range between two positions.
    public init(start: TimePosition?, end: TimePosition?) {
        self.start = start
        self.end = end
    }

    /// Reads `A..B`, `A..`, `..B` or `..`, and `A-B` if neither position counts from the end. Throws a
    /// ``TimecodeError`` for any other text.
    public init(parsing text: some StringProtocol) throws(TimecodeError) {
        self = try TimecodeParser(input: String(text)).range()
    }

    /// Returns the range in the timescale of `duration` and within `0...duration`. The range may be empty. Throws a
    /// ``TimecodeError`` if an end is outside the recording, or if the end is before the start.
    ///
    /// - Parameters:
    ///   - duration: The length of the recording.
    ///   - frameTime: Returns the start of a frame, as in ``TimePosition/resolved(in:frameTime:)``.
    public func resolved(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> TimeRange {
        let first =
            try start?.resolved(in: duration, frameTime: frameTime)
            ?? MediaTime(value: 0, timescale: duration.timescale)
        let last = try end?.resolved(in: duration, frameTime: frameTime) ?? duration
        guard let range = TimeRange(validatingStart: first, end: last) else {
            throw .endBeforeStart(self, start: first, end: last)
        }
        return range
    }

    /// Returns the range for a constant frame rate. See ``resolved(in:frameTime:)``.
    public func resolved(in duration: MediaTime, frameRate: FrameRate) throws(TimecodeError) -> TimeRange {
        try resolved(in: duration, frameTime: frameRate.startTime(ofFrame:))
    }
}

extension TimePositionRange: CustomStringConvertible {
    /// The range as a user can type it.
    public var description: String {
        "\(start?.description ?? "")..\(end?.description ?? "")"
    }
}
