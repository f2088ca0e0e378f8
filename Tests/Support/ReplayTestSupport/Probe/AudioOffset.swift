import MediaTime

/// How much later or earlier the audio comes than the frame, told by an export alone.
///
/// A beep is heard at a full second of CLOCK_MONOTONIC, and the frames around it say by their barcodes what that clock
/// was. Offsets are told within half a second to either side.
public enum AudioOffset {
    /// How far from 0 their median may be where audio is in time, in microseconds; a busy machine draws and plays late.
    public static let limit = QuietMachine.isPromised ? 40_000 : 100_000

    /// For each beep, by how many microseconds it comes too late (or too early, below zero) against the frame.
    ///
    /// - Parameters:
    ///   - beeps: when beeps begin in the file.
    ///   - frames: the clocks of the frames of the same file. A frame that repeats the clock of the one before tells
    ///     nothing new and is passed over.
    /// - Returns: one offset for each beep that has a frame with a readable, new clock within half a second.
    public static func microseconds(beeps: [MediaTime], frames: [FrameClock]) -> [Int] {
        let marks = marks(of: frames)
        return beeps.compactMap { beep in
            let time = beep.converted(to: 1_000_000, rounding: .nearest).value
            let near = marks.filter { abs($0.time - time) <= 500_000 }.map { $0.clock - $0.time }.sorted()
            guard !near.isEmpty else { return nil }
            let clock = near[near.count / 2] + time
            let past = clock % 1_000_000
            return Int(past < 500_000 ? past : past - 1_000_000)
        }
    }

    private static func marks(of frames: [FrameClock]) -> [(time: Int64, clock: Int64)] {
        var last: UInt64?
        return frames.compactMap { frame in
            guard let clock = frame.clock, clock != last else { return nil }
            last = clock
            return (frame.time.converted(to: 1_000_000, rounding: .nearest).value, Int64(clock))
        }
    }
}
