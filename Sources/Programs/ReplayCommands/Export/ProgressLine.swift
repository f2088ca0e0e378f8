import ReplayCommandLine

/// The progress of an export in a line, with the remaining time.
struct ProgressLine {
    private let start = ContinuousClock.now

    /// The progress as `--json` shows it.
    struct Report: Encodable {
        let done: MediaTime
        let total: MediaTime
        let secondsLeft: Int64?
    }

    func report(done: MediaTime, total: MediaTime) -> Report {
        Report(done: done, total: total, secondsLeft: secondsLeft(done: done, total: total))
    }

    func text(done: MediaTime, total: MediaTime) -> String {
        let percent = Int(exactly: (done.seconds / max(total.seconds, 0.001) * 100).rounded(.down)) ?? 0
        let left = secondsLeft(done: done, total: total).map { ", \($0) s left" } ?? ""
        return "exporting \(percent) %  \(done.timecode()) of \(total.timecode())\(left)"
    }

    /// Returns the estimated remaining time in seconds. Nil in the first second, when no estimate is possible.
    private func secondsLeft(done: MediaTime, total: MediaTime) -> Int64? {
        let spent = ContinuousClock.now - start
        guard spent > .seconds(1), done.seconds > 0 else { return nil }
        let rate = Double(spent.components.seconds) / done.seconds
        return Int64(exactly: (rate * (total.seconds - done.seconds)).rounded(.up))
    }
}
