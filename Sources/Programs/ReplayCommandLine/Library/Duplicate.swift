package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay duplicate`
package struct Duplicate: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "duplicate",
        abstract: "Make a copy of a recording and its edit.",
        discussion: """
            The copy is independent: a change of one recording does not affect the other. Prints the id of the copy.

            Example: replay duplicate demo --name "demo, short"
            """)

    @OptionGroup var argument: RecordingArgument

    @Option(help: "The name of the copy. Default: the recording’s name with a number.")
    var name: String?

    @OptionGroup var output: OutputOptions

    package func run() throws {
        if let name { try RecordingConfiguration.validate(name: name) }
        let library = try RecordingLibrary.open()
        let recording = try library.recording(matching: argument.recording)
        // A numbered name is expected for a copy and is not reported.
        let copy =
            try name.map { try library.freeName($0) { note in Terminal.say("replay: \(note)") } }
            ?? recording.facts.name.map { try library.freeName($0, report: { _ in }) }
        let made = try library.duplicate(recording, named: copy)
        if output.json { return try Output.json(RecordingReport(made)) }
        print(made.id)
    }

    package init() {}
}
