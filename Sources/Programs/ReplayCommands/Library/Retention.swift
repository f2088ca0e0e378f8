import ArgumentParser
import ReplayCommandLine

/// `replay retention`
struct Retention: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: MediaCommand.Retention.abstract,
        usage: "replay retention [--last <last>] [--days <days>] [--size <size>] [--dry-run] [<options>]",
        discussion: """
            Removes what is beyond any of the limits, after a question, and prints the ids. What has no export where it was \
            written stays, as does what is being recorded or damaged. Limits can be set once and for all: see \
            “replay help config”.

            Example: replay retention --last 20 --days 30 --size 50GB --dry-run
            """)

    @OptionGroup var limits: RetentionOptions

    @Flag(name: .shortAndLong, help: "Ask no question.")
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
            guard try isWanted(recordings) else { return Terminal.say("replay: nothing is removed") }
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
            throw ValidationError("nobody can be asked, for this is no terminal; give --yes, or --dry-run to look")
        }
        for recording in recordings { Terminal.say("  \(recording.summary)".printable) }
        return Question.isYes(
            "Discard \(recordings.count == 1 ? "this recording" : "these \(recordings.count) recordings")?")
    }

    private func report(_ recordings: [Recording]) throws {
        if output.json { return try Output.json(recordings.map(RecordingReport.init)) }
        for recording in recordings { print(recording.id) }
        if recordings.isEmpty { Terminal.say("replay: nothing is beyond the limits, or what is has no export") }
    }
}
