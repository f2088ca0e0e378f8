import ArgumentParser
import ReplayCommandLine

/// `replay retention`
struct Retention: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Remove old recordings that were exported.",
        usage: "replay retention [--last <last>] [--days <days>] [--size <size>] [--dry-run] [<options>]",
        discussion: """
            Removes recordings beyond any of the limits, after confirmation, and prints their ids. Keeps recordings that have \
            no export where it was written, that are running, or that are damaged. Limits can have defaults: see \
            “replay help config”.

            Example: replay retention --last 20 --days 30 --size 50GB --dry-run
            """)

    @OptionGroup var limits: RetentionOptions

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Print what would be removed; remove nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        guard limits.policy.hasLimit else {
            throw ValidationError("give a limit, such as --last 20, --days 30 or --size 50GB")
        }
        let library = try RecordingLibrary.open()
        var recordings = try removable(in: library)
        if !dryRun, !recordings.isEmpty {
            guard try isWanted(recordings) else { return Terminal.say("replay: nothing was removed") }
            // During the question, an export may have disappeared, or a recording may have been resumed.
            let ids = Set(try removable(in: library).map(\.id))
            recordings.removeAll { !ids.contains($0.id) }
            for recording in recordings { try library.discard(recording.id) }
        }
        try report(recordings)
    }

    private func removable(in library: RecordingLibrary) throws -> [Recording] {
        try library.removable(by: limits.policy, includingUnexported: limits.unexported)
    }

    private func isWanted(_ recordings: [Recording]) throws -> Bool {
        if yes { return true }
        guard Question.isPossible else {
            throw ValidationError(
                "cannot ask for confirmation: standard input is not a terminal; give --yes, or --dry-run to look")
        }
        for recording in recordings { Terminal.say("  \(recording.summary)".printable) }
        return Question.isYes(
            "Discard \(recordings.count == 1 ? "this recording" : "these \(recordings.count) recordings")?")
    }

    private func report(_ recordings: [Recording]) throws {
        if output.json { return try Output.json(recordings.map(RecordingReport.init)) }
        for recording in recordings { print(recording.id) }
        if recordings.isEmpty { Terminal.say("replay: no recording with an export is beyond the limits") }
    }
}
