import FoundationEssentials
import MediaTime

/// The relation of the host's clocks to the recording's clock, which stops while the recording is paused. A pure value.
///
/// It is made of observations of the recorder's note of the elapsed time, which changes every 200 ms.
struct RecordingClock {
    /// A stretch in which the recording's clock ran.
    private struct Run {
        let start: Date
        let startTime: MediaTime
        var endTime: MediaTime
    }

    private var runs: [Run]
    /// The instant at which the last note was first seen.
    private var noted: HostTime?

    /// The longest time from one note to the next while the clock runs.
    private static let step = Duration.milliseconds(400)
    /// The shortest pause that is told from a late note, in milliseconds.
    private static let minPause: Int64 = 1000
    /// The largest number of pauses that are remembered.
    private static let maxRuns = 10_000

    /// - Parameter start: The date at which the recording began.
    init(startingAt start: Date) { runs = [Run(start: start, startTime: .zero, endTime: .zero)] }

    /// Stores a look at the recorder's note.
    /// - Parameters:
    ///   - elapsed: The noted time.
    ///   - now: The instant of the look.
    ///   - date: The same instant as a date.
    mutating func observe(_ elapsed: MediaTime, at now: HostTime, date: Date) {
        guard let last = runs.last, elapsed > last.endTime || noted == nil else { return }
        noted = now
        let pause = Self.milliseconds(from: last.start, to: date) - (elapsed - last.startTime).wholeMilliseconds
        if pause <= Self.minPause || last.endTime == .zero || runs.count == Self.maxRuns {
            runs[runs.count - 1].endTime = elapsed
        } else {
            runs.append(Run(start: date, startTime: elapsed, endTime: elapsed))
        }
    }

    /// Returns the recording's time at an instant after the last look.
    func time(at now: HostTime) -> MediaTime {
        let last = runs.last?.endTime ?? .zero
        guard let noted else { return last }
        return last + .milliseconds(min(max(now - noted, .zero), Self.step).nanoseconds / 1_000_000)
    }

    /// Returns the recording's time at a date. A date in a pause gives the time of the pause, and one in the future the
    /// present.
    /// - Returns: Nil for a date before the recording.
    func time(of date: Date, now: HostTime) -> MediaTime? {
        guard let index = runs.lastIndex(where: { $0.start <= date }) else { return nil }
        let time = runs[index].startTime + .milliseconds(Self.milliseconds(from: runs[index].start, to: date))
        return min(time, index + 1 < runs.count ? runs[index + 1].startTime : self.time(at: now))
    }

    private static func milliseconds(from start: Date, to end: Date) -> Int64 {
        min(Int64(saturating: (end.timeIntervalSince(start) * 1000).rounded()), maxMilliseconds)
    }

    /// A limit far beyond any recording, so that a date in a distant year overflows nothing.
    private static let maxMilliseconds: Int64 = 1_000_000_000_000
}

extension MediaTime {
    /// The time in milliseconds, rounded down.
    var wholeMilliseconds: Int64 { converted(to: 1000, rounding: .down).value }
}
