/// The time at which sample 0 was heard, in nanoseconds of the monotonic clock, from the last twenty measurements.
struct OriginEstimate {
    private var measurements: [Int] = []
    private var lastMeasurement: UInt64 = 0

    /// True if a tenth of a second has passed since the last measurement. At first, a hundredth is enough.
    var isDue: Bool {
        MonotonicClock.nanoseconds - lastMeasurement > (isSettled ? 100_000_000 : 10_000_000)
    }

    /// True if there are enough measurements.
    var isSettled: Bool { measurements.count >= 5 }

    var median: Int? {
        isSettled ? measurements.sorted()[measurements.count / 2] : nil
    }

    /// Adds a measurement; nil while one is still in progress.
    mutating func add(_ measurement: Int?) {
        guard let measurement else { return }
        lastMeasurement = MonotonicClock.nanoseconds
        measurements.append(measurement)
        if measurements.count > 20 { measurements.removeFirst() }
    }
}
