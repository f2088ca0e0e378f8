/// What twenty measurements say of when sample 0 was heard, in nanoseconds of the monotonic clock.
struct OriginEstimate {
    private var measurements: [Int] = []
    private var lastMeasurement: UInt64 = 0

    /// Whether a tenth of a second has passed since the last measurement; at first the pace is quicker.
    var isDue: Bool {
        MonotonicClock.nanoseconds - lastMeasurement > (isSettled ? 100_000_000 : 10_000_000)
    }

    /// Whether enough was measured to go by.
    var isSettled: Bool { measurements.count >= 5 }

    var median: Int? {
        isSettled ? measurements.sorted()[measurements.count / 2] : nil
    }

    /// Adds a measurement; `nil` when it is still under way.
    mutating func add(_ measurement: Int?) {
        guard let measurement else { return }
        lastMeasurement = MonotonicClock.nanoseconds
        measurements.append(measurement)
        if measurements.count > 20 { measurements.removeFirst() }
    }
}
