/// A position in a recording as typed by a user, before the recording is known.
///
/// | typed | means |
/// |---|---|
/// | `12.5`, `90s`, `1500ms`, `1m30s`, `2min`, `10sec` | a time after the start |
/// | `1:02.250`, `1:02:03` | minutes and seconds, or hours, minutes and seconds, after the start |
/// | `f120` | the start of frame 120; the first frame is 0 |
/// | `-5`, `-1:02` | a time before the end |
public enum TimePosition: Hashable, Sendable {
    /// A time from the start, 0 to 100,000 hours.
    case time(MediaTime)
    /// The start of a frame, with its index in 0..<10^9.
    case frame(Int)
    /// A time before the end, 0 to 100,000 hours.
    case fromEnd(MediaTime)

    /// Reads a position with at most nine decimals of a second. Throws a ``TimecodeError`` if the text is malformed,
    /// too fine or too large.
    public init(parsing text: some StringProtocol) throws(TimecodeError) {
        self = try TimecodeParser(input: String(text)).position()
    }
}

extension TimePosition {
    /// Returns the instant in the timescale of `duration`, rounded to the nearest tick and in `0...duration`. Throws
    /// ``TimecodeError/beyondEnd(_:duration:)`` or ``TimecodeError/beforeStart(_:duration:)`` if it is outside.
    ///
    /// - Parameters:
    ///   - duration: The length of the recording.
    ///   - frameTime: Returns the start of a frame, or `nil` if there is no such frame. The index after the last frame
    ///     should return the duration, so that a range can end there.
    public func resolved(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> MediaTime {
        let instant = try unboundedInstant(in: duration, frameTime: frameTime)
        guard instant >= .zero else { throw .beforeStart(self, duration: duration) }
        guard instant <= duration else { throw .beyondEnd(self, duration: duration) }
        return instant
    }

    /// Returns the instant for a constant frame rate. See ``resolved(in:frameTime:)``.
    public func resolved(in duration: MediaTime, frameRate: FrameRate) throws(TimecodeError) -> MediaTime {
        try resolved(in: duration, frameTime: frameRate.startTime(ofFrame:))
    }

    private func unboundedInstant(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> MediaTime {
        switch self {
        case .time(let time):
            return time.converted(to: duration.timescale, rounding: .nearest)
        case .fromEnd(let time):
            return duration - time.converted(to: duration.timescale, rounding: .nearest)
        case .frame(let index):
            guard let time = frameTime(index) else { throw .beyondEnd(self, duration: duration) }
            return time.converted(to: duration.timescale, rounding: .nearest)
        }
    }
}

extension TimePosition: CustomStringConvertible {
    /// The position as a user can type it, to the millisecond: `0:12.500`, `f120`, `-0:05.000`.
    public var description: String {
        switch self {
        case .time(let time): time.timecode()
        case .frame(let index): "f\(index)"
        case .fromEnd(let time): "-\(time.timecode())"
        }
    }
}
