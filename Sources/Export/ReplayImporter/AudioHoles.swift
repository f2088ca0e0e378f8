import FFmpeg
import MediaTime

/// A detector of gaps in audio that is timed by its samples, for example from a device that slept. The gaps are filled
/// with silence.
struct AudioHoles {
    private let timeBase: Rational
    /// The time at which the next sample is due if there is no hole, in samples since the stream's zero.
    private var next: Int64?

    /// The maximum difference that is not a gap. Times in files are rounded, and clocks drift.
    private static let tolerance = MediaTime.milliseconds(20)
    /// The maximum duration of a gap. A longer one is a clock that jumped.
    private static let maxHole = MediaTime.seconds(12 * 3600)

    /// - Parameter timeBase: The time base of the frames.
    init(timeBase: Rational) { self.timeBase = timeBase }

    /// Returns the silence before a frame, in frames of at most one second.
    mutating func silence(before frame: Frame) throws -> [Frame] {
        let rate = Int64(max(1, frame.sampleRate))
        let time = frame.bestEffortPTS.flatMap { MediaTime(ticks: $0, in: timeBase) }?
            .ticks(in: .oneOver(Int32(clamping: rate)), rounding: .nearest)
        let count = Int64(frame.sampleCount)
        guard let time else { return [] }
        guard let due = next else {
            next = time + count
            return []
        }
        let hole = time - due
        let isHole = hole * 1000 > rate * Self.tolerance.value && hole < rate * Self.maxHole.value
        next = (isHole ? time : due) + count
        guard isHole else { return [] }
        return try stride(from: due, to: time, by: Int(rate)).map { start in
            try frame.silence(Int(min(rate, time - start)), pts: start)
        }
    }
}
