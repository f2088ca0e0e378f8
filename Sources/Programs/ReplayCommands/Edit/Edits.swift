import ArgumentParser
import ReplayCommandLine

/// `replay edits`
struct Edits: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edits",
        abstract: "List the operations and the kept ranges.",
        usage: """
            replay edits [<recording>] [--json]
            replay edits [<recording>] --as <format> [-o <file>] [--media <file>] [--force] [--json]
            """,
        discussion: """
            --as writes the edit in the format of another program, and reports what that format cannot hold. Formats:
            \(InterchangeOptions.formats)

            Example: replay edits --as otio -o edit.otio
            """)

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var interchange: InterchangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard output.json, interchange.path == "-" || interchange.path == nil, interchange.format != nil else { return }
        throw ValidationError("--as with --json requires -o FILE")
    }

    func run() throws {
        let session = try EditSession(try argument.find())
        if let format = interchange.format { return try interchange.write(session, as: format, output: output) }
        if output.json { return try EditReport(session).print(output) }
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let operations = session.history.numberedOperations
        if !operations.isEmpty { print(Self.list(of: operations) + "\n") }
        print(Self.clips(of: session.edit))
        let (edit, width) = (session.edit, max(10, min(100, Terminal.width) - 20))
        print(
            "\n0:00 \(TimelineDrawing(edit, width: width).line(style: .lines)) \(edit.duration.timecode())"
        )
        print("keeps \(edit.editedDuration.timecode()) of \(edit.duration.timecode())")
    }

    private static func list(of operations: [NumberedOperation]) -> String {
        var table = Table(["N", "OPERATION", ""])
        let replaced = operations.replacedNumbers
        for numbered in operations {
            let state = numbered.isEnabled ? replaced.contains(numbered.number) ? "replaced" : "" : "off"
            table.add(["\(numbered.number)", numbered.operation.text, state])
        }
        return table.text
    }

    private static func clips(of edit: Edit) -> String {
        let clips = edit.clips
        let hasSpeeds = clips.contains { !$0.isAsRecorded }
        var table = Table(["CLIP", "FROM", "TO", "LENGTH", "PLAYS AT"] + (hasSpeeds ? ["SPEED"] : []))
        for (number, clip) in clips.enumerated() {
            table.add(
                [
                    "\(number + 1)", clip.source.start.timecode(), clip.source.end.timecode(), clip.duration.timecode(),
                    clip.start.timecode(),
                ] + (hasSpeeds ? [clip.speed.description] : []))
        }
        return table.text
    }
}
