package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplaySources

/// `replay list`
package struct List: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the recordings, oldest first.",
        discussion: """
            The state of a recording that ended otherwise than it was asked to is the reason, such as “disk failed”; “replay \
            info” says more.

            Example: replay list
            """)

    @OptionGroup var output: OutputOptions

    package func run() throws {
        let recordings = try RecordingLibrary.open().recordings()
        if output.json { return try Output.json(recordings.map(RecordingReport.init)) }
        guard !recordings.isEmpty else { return Terminal.say("There is no recording yet.") }
        var table = Table(["ID", "STATE", "LENGTH", "SIZE", "NAME"])
        for recording in recordings {
            let length = recording.facts.ending?.duration.timecode() ?? "-"
            table.add([
                recording.id.description, RecordingState(recording).label, length, "\(ByteCount(recording.movieSize))",
                recording.facts.name ?? "",
            ])
        }
        print(table.text)
    }

    package init() {}
}
