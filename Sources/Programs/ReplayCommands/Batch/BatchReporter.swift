import ReplayCommandLine

/// A reporter of a batch's progress: a line per job and a summary for people, or JSON lines for programs.
actor BatchReporter {
    private let isJSON: Bool
    private let jobs: Int
    private var ended = 0
    private var last: BatchProgress?

    init(isJSON: Bool, jobs: Int) {
        self.isJSON = isJSON
        self.jobs = jobs
    }

    /// A line of the output with `--json`.
    private struct Line: Encodable {
        let event: String
        var number: Int?
        var job: String?
        var result: JobResult?
        var progress: BatchProgress?
        var summary: Totals?
    }

    private struct Totals: Encodable {
        let jobs: Int
        let done: Int
        let kept: Int
        let failed: Int
    }

    func tell(_ event: BatchEvent) {
        switch event {
        case .kept(let result):
            ended += 1
            line(Line(event: "kept", job: result.name, result: result))
        case .started(let job): line(Line(event: "started", number: job.number, job: job.name))
        case .progress(let progress): show(progress)
        case .ended(let result):
            ended += 1
            line(Line(event: result.failure == nil ? "done" : "failed", job: result.name, result: result))
            if !isJSON { show(result) }
        }
    }

    /// Reports the end of the batch.
    func tell(_ summary: BatchSummary) {
        Terminal.clearLine()
        let (failed, done) = (summary.failures.count, summary.results.count - summary.failures.count)
        line(
            Line(
                event: "summary",
                summary: Totals(jobs: summary.jobs, done: done, kept: summary.kept, failed: failed)))
        guard !isJSON else { return }
        let parts = [
            "\(done) of \(summary.jobs) jobs done", summary.kept > 0 ? "\(summary.kept) of them before" : nil,
            failed > 0 ? "\(failed) failed" : nil,
        ]
        Terminal.say("replay: " + parts.compactMap(\.self).joined(separator: ", "))
        for result in summary.failures {
            Terminal.say("  \(result.name.printable): \(result.failure?.reason.printable ?? "")")
        }
    }

    private func show(_ progress: BatchProgress) {
        let isNews = progress.ended != last?.ended || progress.percent != last?.percent
        last = progress
        guard isNews else { return }
        line(Line(event: "progress", progress: progress))
        guard !isJSON else { return }
        let left = progress.secondsLeft.map { ", \(TimeLeft.text($0)) left" } ?? ""
        Terminal.draw(
            "\(progress.ended) of \(progress.jobs) jobs, \(progress.running) running, \(progress.percent) %\(left)"
        )
    }

    private func show(_ result: JobResult) {
        Terminal.clearLine()
        let place = "[\(ended)/\(jobs)] \(result.name.printable)"
        guard let failure = result.failure else {
            let seconds = (result.usage.seconds * 10).rounded() / 10
            Terminal.say("\(place): \(result.duration.timecode()), \(ByteCount(result.bytes)), in \(seconds) s")
            return Output.path(result.output)
        }
        Terminal.say("\(place): failed: \(failure.reason.printable)")
    }

    private func line(_ line: Line) {
        if isJSON { Output.progressLine(line) }
    }
}

extension BatchProgress {
    /// The progress in whole percent, rounded down.
    fileprivate var percent: Int { Int(exactly: (fraction * 100).rounded(.down)) ?? 0 }
}

/// Texts for a rough remaining time.
enum TimeLeft {
    /// Returns the text for a number of seconds, which is rounded up to whole seconds.
    static func text(_ seconds: Double) -> String { text(Int(exactly: seconds.rounded(.up)) ?? .max) }

    static func text(_ seconds: Int) -> String {
        switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5400: "\(seconds / 60 + seconds % 60 / 30) min"
        default: "\(seconds / 3600) h \((seconds / 60) % 60) min"
        }
    }
}
