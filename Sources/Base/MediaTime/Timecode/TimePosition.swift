/// A place in a recording as somebody typed it, before the recording is known.
///
/// | typed | means |
/// |---|---|
/// | `12.5`, `90s`, `1500ms`, `1m30s`, `2min`, `10sec` | so long after the start |
/// | `1:02.250`, `1:02:03` | minutes and seconds, hours, minutes and seconds after the start |
/// | `f120` | where frame 120 begins; the first is frame 0 |
/// | `-5`, `-1:02` | so long before the end |
public enum TimePosition: Hashable, Sendable {
    /// A time from the start, 0 to 100,000 hours.
    case time(MediaTime)
    /// The start of a frame, counted from 0, below 10^9.
    case frame(Int)
    /// A time back from the end, 0 to 100,000 hours.
    case fromEnd(MediaTime)

    /// Reads one position, with at most nine decimals of a second.
    public init(parsing text: some StringProtocol) throws(TimecodeError) {
        self = try TimecodeParser(input: String(text)).position()
    }
}

extension TimePosition {
    /// The instant meant, in the timescale of `duration`, to the nearest tick; it is within `0...duration`.
    ///
    /// - Parameters:
    ///   - duration: how long the recording is.
    ///   - frameTime: where a frame begins, `nil` when there is none of that number. One past the last frame
    ///     should give the duration, so that a range can end there.
    public func resolved(
        in duration: MediaTime, frameTime: (Int) -> MediaTime?
    ) throws(TimecodeError) -> MediaTime {
        let instant = try unboundedInstant(in: duration, frameTime: frameTime)
        guard instant >= .zero else { throw .beforeStart(self, duration: duration) }
        guard instant <= duration else { throw .beyondEnd(self, duration: duration) }
        return instant
    }

    /// The instant meant where frames come at a constant rate; see ``resolved(in:frameTime:)``.
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
    /// The position as it can be typed, to the millisecond: `0:12.500`, `f120`, `-0:05.000`.
    public var description: String {
        switch self {
        case .time(let time): time.timecode()
        case .frame(let index): "f\(index)"
        case .fromEnd(let time): "-\(time.timecode())"
        }
    }
}
