/// The time at which sample 0 was heard, in nanoseconds of the monotonic clock, from the last twenty measurements.
struct OriginEstimate {
    private var measurements: [Int] = []
    /// The last measurements, if they are far from the others: the sink has run out of samples, and plays later ones late.
    private var suspects: [Int] = []
    private static let greatestNoise = 20_000_000
    private var lastMeasurement: UInt64 = 0

    /// True if a tenth of a second has passed since the last measurement. At first, and after a jump, a hundredth is enough.
    var isDue: Bool {
        let isHurried = !isSettled || !suspects.isEmpty
        return MonotonicClock.nanoseconds - lastMeasurement > (isHurried ? 10_000_000 : 100_000_000)
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
        if let median, abs(measurement - median) > Self.greatestNoise {
            suspects.append(measurement)
            if suspects.count >= 3 { (measurements, suspects) = (suspects, []) }
            return
        }
        suspects = []
        measurements.append(measurement)
        if measurements.count > 20 { measurements.removeFirst() }
    }
}
