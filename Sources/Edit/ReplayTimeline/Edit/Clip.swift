public import MediaTime

/// A stretch of the recording where it stands in the edit. All times are in the recording's timescale.
public struct Clip: Hashable, Sendable {
    /// The stretch of the recording.
    public let source: TimeRange
    /// Where the clip starts in edited time.
    public let start: MediaTime
    /// How long it lasts in edited time; above zero.
    public let duration: MediaTime
    /// How fast it plays. What counts is how long it lasts, which is that to the nearest tick.
    public let speed: Speed

    /// A clip of `source`, as fast as it was recorded, that starts at `start` of the edit.
    public init(source: TimeRange, start: MediaTime) {
        self.init(source: source, start: start, duration: source.duration, speed: .normal)
    }

    init(source: TimeRange, start: MediaTime, duration: MediaTime, speed: Speed) {
        (self.source, self.start, self.duration, self.speed) = (source, start, duration, speed)
    }

    /// Where it stands in edited time.
    public var edited: TimeRange { TimeRange(start: start, end: start + duration) }

    /// Whether it plays as fast as it was recorded.
    public var isAsRecorded: Bool { speed == .normal }
}

extension Clip {
    /// Where an instant of the recording stands in the edit; beyond the clip's ends it goes on at its speed.
    public func editedTime(at instant: MediaTime, rounding: Rounding = .down) -> MediaTime {
        start
            + MediaTime(
                value: scaled(
                    (instant - source.start).value, by: duration.value, over: source.duration.value, rounding),
                timescale: start.timescale)
    }

    /// Where an instant of the recording stands in the edit, in ticks of another timescale, to the nearest.
    /// - Parameter instant: in ticks of the recording's timescale.
    package func editedTicks(at instant: Int64, in timescale: Int32) -> Int64 {
        let length = Int128(source.duration.value)
        let (whole, part) = (Int128(instant - source.start.value) * Int128(duration.value)).floorDivided(by: length)
        let (ticks, rest) = ((Int128(start.value) + whole) * Int128(timescale))
            .floorDivided(by: Int128(start.timescale))
        // What is left of both divisions is rounded once.
        let fraction = rest * length + part * Int128(timescale)
        return Int64(ticks + Rounding.nearest.quotient(fraction, by: length * Int128(start.timescale)))
    }

    /// Which instant of the recording is shown at an instant of the edit.
    public func recordingTime(at editedTime: MediaTime, rounding: Rounding = .down) -> MediaTime {
        source.start
            + MediaTime(
                value: scaled((editedTime - start).value, by: source.duration.value, over: duration.value, rounding),
                timescale: source.start.timescale)
    }

    /// How much of the recording is shown in a stretch of the edit, in ticks of `timescale`, rounded down.
    package func recordingLength(of length: MediaTime, in timescale: Int32) -> Int64 {
        scaled(
            length.converted(to: timescale, rounding: .down).value, by: source.duration.value, over: duration.value,
            .down)
    }

    private func scaled(_ ticks: Int64, by factor: Int64, over divisor: Int64, _ rounding: Rounding) -> Int64 {
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
