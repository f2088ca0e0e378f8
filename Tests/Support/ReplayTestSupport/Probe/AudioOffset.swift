import MediaTime

/// The time from a frame to the audio of the same instant, computed from a file alone.
///
/// A beep is heard at a full second of CLOCK_MONOTONIC, and the barcodes of the frames around it show that clock.
/// Offsets of up to half a second to either side are measured.
public enum AudioOffset {
    /// The largest median offset of synchronous audio, in microseconds. A busy machine draws and plays late.
    public static let limit = QuietMachine.isPromised ? 40_000 : 100_000

    /// Returns for each beep how many microseconds it is late against the frame; below 0 if it is early.
    ///
    /// - Parameters:
    ///   - beeps: The times at which beeps begin in the file.
    ///   - frames: The clocks of the frames of the same file. A frame with the same clock as the previous one is
    ///     ignored.
    /// - Returns: An offset for each beep that has a frame with a readable, new clock within half a second.
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
