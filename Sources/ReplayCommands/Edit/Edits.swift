import ArgumentParser
import Replay
import ReplayCommandLine

/// `replay edits`
struct Edits: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: MediaCommand.Edits.abstract, discussion: "Example: replay edits")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = try EditSession(try argument.find())
        if output.json { return try EditReport(session).print(output) }
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let edit = session.edit
        var table = Table(["CLIP", "FROM", "TO", "LENGTH", "PLAYS AT"])
        for (number, clip) in edit.clips.enumerated() {
            table.add([
                "\(number + 1)", clip.source.start.timecode(), clip.source.end.timecode(), clip.duration.timecode(),
                clip.start.timecode(),
            ])
        }
        print(table.text)
        print(
            "\n0:00 \(TimelineDrawing(edit, width: max(10, min(100, Terminal.width) - 20)).line(style: .lines)) \(edit.duration.timecode())"
        )
        print("keeps \(edit.editedDuration.timecode()) of \(edit.duration.timecode())")
    }
}
