import FFmpeg
import MediaTime

/// Finds holes in audio that is counted by its samples, as where a device slept, so that they can be filled with silence.
struct AudioHoles {
    private let timeBase: Rational
    /// The time at which the next sample is due if there is no hole, in samples since the stream's zero.
    private var next: Int64?

    /// Times in files are rounded, and clocks drift: what is shorter is no hole.
    private static let tolerance = MediaTime.milliseconds(20)
    /// The longest hole; a longer one is a clock that jumped.
    private static let maxHole = MediaTime.seconds(12 * 3600)

    /// - Parameter timeBase: of the times of the frames.
    init(timeBase: Rational) { self.timeBase = timeBase }

    /// The silence that stands before a frame, in frames of at most a second.
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
