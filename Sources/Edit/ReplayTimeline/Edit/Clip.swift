public import MediaTime

/// A range of the recording and its position in the edit. All times are in the recording's timescale.
public struct Clip: Hashable, Sendable {
    /// The range of the recording.
    public let source: TimeRange
    /// The start of the clip in edited time.
    public let start: MediaTime
    /// The duration in edited time; above zero.
    public let duration: MediaTime
    /// The speed. ``duration`` is the source's duration divided by this factor, rounded to the nearest tick.
    public let speed: Speed

    /// Creates a clip of `source` at normal speed that starts at `start` in edited time.
    public init(source: TimeRange, start: MediaTime) {
        self.init(source: source, start: start, duration: source.duration, speed: .normal)
    }

    init(source: TimeRange, start: MediaTime, duration: MediaTime, speed: Speed) {
        (self.source, self.start, self.duration, self.speed) = (source, start, duration, speed)
    }

    /// The range of the clip in edited time.
    public var edited: TimeRange { TimeRange(start: start, end: start + duration) }

    /// True if the clip plays at the speed of the recording.
    public var isAsRecorded: Bool { speed == .normal }
}

extension Clip {
    /// Returns the edited time of an instant of the recording. Beyond the clip's ends, it extrapolates at the
    /// clip's speed.
    public func editedTime(at instant: MediaTime, rounding: Rounding = .down) -> MediaTime {
        start
            + MediaTime(
                value: scaled(
                    (instant - source.start).value, by: duration.value, over: source.duration.value,
                    rounding: rounding),
                timescale: start.timescale)
    }

    /// Returns the edited time of an instant of the recording, in ticks of another timescale, rounded to the nearest.
    /// - Parameter instant: The instant, in ticks of the recording's timescale.
    package func editedTicks(at instant: Int64, in timescale: Int32) -> Int64 {
        let length = Int128(source.duration.value)
        let (whole, part) = (Int128(instant - source.start.value) * Int128(duration.value)).floorDivided(by: length)
        let (ticks, rest) = ((Int128(start.value) + whole) * Int128(timescale))
            .floorDivided(by: Int128(start.timescale))
        // The remainders of both divisions are rounded once, together.
        let fraction = rest * length + part * Int128(timescale)
        return Int64(ticks + Rounding.nearest.quotient(fraction, by: length * Int128(start.timescale)))
    }

    /// Returns the instant of the recording that is shown at an instant of the edit.
    public func recordingTime(at editedTime: MediaTime, rounding: Rounding = .down) -> MediaTime {
        source.start
            + MediaTime(
                value: scaled(
                    (editedTime - start).value, by: source.duration.value, over: duration.value, rounding: rounding),
                timescale: source.start.timescale)
    }

    /// Returns the duration of the recording that plays in `length` of edited time, in ticks of `timescale`,
    /// rounded down.
    package func recordingLength(of length: MediaTime, in timescale: Int32) -> Int64 {
        scaled(
            length.converted(to: timescale, rounding: .down).value, by: source.duration.value, over: duration.value,
            rounding: .down)
    }

    private func scaled(_ ticks: Int64, by factor: Int64, over divisor: Int64, rounding: Rounding) -> Int64 {
        guard factor != divisor else { return ticks }
        return Int64(rounding.quotient(Int128(ticks) * Int128(factor), by: Int128(divisor)))
    }
}

extension Int128 {
    fileprivate func floorDivided(by divisor: Int128) -> (quotient: Int128, remainder: Int128) {
        let quotient = Rounding.down.quotient(self, by: divisor)
        return (quotient, self - quotient * divisor)
    }
}
