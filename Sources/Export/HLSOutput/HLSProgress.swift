import MediaTime

/// Combines the progress of several passes over an output into one.
struct HLSProgress {
    private let duration: MediaTime
    private let passes: Int64
    private let report: (MediaTime) -> Bool
    private var pass: Int64 = 0

    /// - Parameters:
    ///   - duration: The duration of the output.
    ///   - report: Called with the finished part of the duration. Returns false to cancel.
    init(duration: MediaTime, passes: Int, _ report: @escaping (MediaTime) -> Bool) {
        self.duration = duration
        self.passes = Int64(passes)
        self.report = report
    }

    /// Returns the progress callback of the next pass. Each pass counts from 0.
    mutating func next() -> (MediaTime) -> Bool {
        defer { pass += 1 }
        return { [pass, passes, duration, report] done in
            let done = done.converted(to: duration.timescale, rounding: .down).value
            return report(MediaTime(value: (pass * duration.value + done) / passes, timescale: duration.timescale))
        }
    }
}
