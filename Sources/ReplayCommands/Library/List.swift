import ArgumentParser
import Replay

/// `replay list`
struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the recordings, oldest first.", discussion: "Example: replay list")

    @OptionGroup var output: OutputOptions

    func run() throws {
        let recordings = try RecordingLibrary.open().recordings()
        if output.json { return try Output.json(recordings.map(RecordingReport.init)) }
        guard !recordings.isEmpty else { return Terminal.say("There is no recording yet.") }
        var table = Table(["ID", "STATE", "LENGTH", "SIZE", "NAME"])
        for recording in recordings {
            let length = recording.facts.ending?.duration.timecode() ?? "-"
            table.add([
                recording.id.description, recording.state.rawValue, length, "\(ByteCount(recording.movieSize))",
                recording.facts.name ?? "",
            ])
        }
        print(table.text)
    }
}
