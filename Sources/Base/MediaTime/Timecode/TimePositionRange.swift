/// A range as somebody typed it, `A..B`, before the recording is known. `B` is not part of it.
///
/// A missing `A` means the start, a missing `B` the end: `..10`, `1:30..`.
public struct TimePositionRange: Hashable, Sendable {
    /// Where it starts; `nil` for the start of the recording.
    public let start: TimePosition?
    /// Where it ends; `nil` for the end of the recording.
    public let end: TimePosition?

    /// A range between two positions.
    public init(start: TimePosition?, end: TimePosition?) {
        self.start = start
        self.end = end
    }

    /// Reads `A..B`, `A..`, `..B` or `..`, and `A-B` where neither counts from the end.
    public init(parsing text: some StringProtocol) throws(TimecodeError) {
        self = try TimecodeParser(input: String(text)).range()
    }

    /// The range meant, in the timescale of `duration` and within `0...duration`. It may be empty.
    ///
    /// - Parameters:
    ///   - duration: how long the recording is.
    ///   - frameTime: where a frame begins, as in ``TimePosition/resolved(in:frameTime:)``.
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

    /// The range meant where frames come at a constant rate; see ``resolved(in:frameTime:)``.
    public func resolved(in duration: MediaTime, frameRate: FrameRate) throws(TimecodeError) -> TimeRange {
        try resolved(in: duration, frameTime: frameRate.startTime(ofFrame:))
    }
}

extension TimePositionRange: CustomStringConvertible {
    /// The range as it can be typed.
    public var description: String {
        "\(start?.description ?? "")..\(end?.description ?? "")"
    }
}
