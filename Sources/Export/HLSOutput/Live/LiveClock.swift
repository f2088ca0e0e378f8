import FoundationEssentials

/// The relation of the clock to the times of a live output, which shows pauses of the recording.
///
/// Frames arrive late by different times: those of a recording in progress are seconds old at first. The frame that
/// arrived soonest after it was recorded shows the relation best. If all later frames are later by more than a second,
/// the recording was paused. A pure value.
struct LiveClock {
    /// The earliest date that time 0 can have.
    private var origin: Date?

    /// The delay in seconds that shows a pause.
    private static let tolerance = 1.0

    /// Notes that a frame arrived.
    /// - Parameter time: The time of the frame, in ticks of 1/90,000 s.
    /// - Returns: True if the recording was paused before the frame.
    mutating func isAfterPause(_ time: Int64, at now: Date) -> Bool {
        let start = now.addingTimeInterval(-Self.seconds(time))
        let earliest = min(origin ?? start, start)
        origin = earliest
        return start.timeIntervalSince(earliest) > Self.tolerance
    }

    /// Begins anew with a frame after a pause.
    mutating func restart(_ time: Int64, at now: Date) { origin = now.addingTimeInterval(-Self.seconds(time)) }

    /// Returns the date of a time, in ticks of 1/90,000 s; nil before the first frame.
    func date(of time: Int64) -> Date? { origin?.addingTimeInterval(Self.seconds(time)) }

    private static func seconds(_ ticks: Int64) -> Double { Double(ticks) / 90_000 }
}
