import MediaTime

/// Thins progress out to steps of half a percent.
struct ProgressSteps {
    let total: MediaTime
    private var last: Int64 = -1

    init(total: MediaTime) { self.total = total }

    mutating func isStep(_ done: MediaTime) -> Bool {
        let step = done.converted(to: total.timescale, rounding: .down).value * 200 / max(1, total.value)
        defer { last = max(last, step) }
        return step > last
    }
}
