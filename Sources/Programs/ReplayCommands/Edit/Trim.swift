import ArgumentParser
import ReplayCommandLine
import ReplayErrors

/// `replay trim`
struct Trim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Set where the recording begins and ends.",
        usage: """
            replay trim [<recording>] [--from <from>] [--to <to>] [<range>] [--json]
            replay trim [<recording>] [--idle <length>] [--silence <level,length>] [--margin <length>]
                        [--speed <speed>] [<range>] [--dry-run] [--json]
            """,
        discussion: """
            Cuts are kept. A new trim replaces the previous one; --from alone keeps the previous end, and --to alone keeps the \
            previous start.

            --idle and --silence remove idle or silent ranges; one “replay undo” undoes them all. A blinking text cursor counts \
            as a change of the screen.

            Example: replay trim --from 2.5 --to -3
                     replay trim --idle 2s --speed 8x
                     replay trim --silence -40dB,0.5s --dry-run
            """)

    @OptionGroup var arguments: EditArguments
    @OptionGroup var limits: RangeOptions
    @OptionGroup var quiet: QuietOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (recording, written) = try arguments.resolve(in: .open(), of: "trim")
        let ranges = written + [limits.range].compactMap(\.self)
        guard ranges.count <= 1 else {
            throw ValidationError("trim keeps one range, such as 1..5; “replay cut” removes any number")
        }
        var session = try EditSession(recording)
        if quiet.isGiven { return try shorten(session, to: ranges.first) }
        guard !ranges.isEmpty else {
            let line = (["replay trim"] + arguments.words.map(ShellWord.quoted) + ["2..5"]).joined(separator: " ")
            throw ValidationError("give a range to keep, such as “\(line)”; “replay edits” lists an earlier trim")
        }
        try session.perform(.trim(try trim(ranges[0], in: session)))
        try EditReport(session).print(output)
    }

    /// Returns the range to keep. If only one end is given, the other one stays as an earlier trim has set it.
    private func trim(_ range: TimePositionRange, in session: EditSession) throws -> TimeRange {
        let resolved = try session.resolve(range)
        guard limits.range != nil else { return resolved }
        let (before, isFrom) = (session.edit.trim, limits.from != nil)
        guard isFrom != (limits.to != nil) else { return resolved }
        let (start, end) = isFrom ? (resolved.start, before.end) : (before.start, resolved.end)
        guard let kept = TimeRange(validatingStart: start, end: end), !kept.isEmpty else {
            throw ValidationError(
                "the earlier trim \(before) would leave nothing; give --from and --to, or a range such as 1..5")
        }
        return kept
    }

    private func shorten(_ opened: EditSession, to range: TimePositionRange?) throws {
        var session = opened
        let trim = try range.map { [EditOperation.trim(try opened.resolve($0))] } ?? []
        let trimmed = try trim.isEmpty ? opened.edit : opened.edit.applying(trim[0])
        let operations = trimmed.shortening(try quiet.ranges(in: opened), to: quiet.speed)
        let report = try ShorteningReport(operations, of: trimmed, id: opened.recording.id)
        if quiet.dryRun || operations.isEmpty && trim.isEmpty { return try report.print(output) }
        try session.perform(trim + operations)
        if output.json { return try EditReport(session).print(output) }
        Swift.print(report.sentence)
        try EditReport(session).print(output)
    }
}
