package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayErrors
import ReplayLibrary

/// `replay rename`
package struct Rename: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a recording.",
        usage: "replay rename [<recording>] <name> [--json]",
        discussion: """
            Every command accepts the name instead of the id. An empty name removes the name.

            Example: replay rename 20261121-134502 "the bug"
            """)

    @Argument(
        help: ArgumentHelp(
            "The name. Before it, the recording; default: the latest.", valueName: "name"), completion: .recordings)
    var words: [String]

    @OptionGroup var output: OutputOptions

    package func validate() throws {
        guard (1...2).contains(words.count) else {
            let name = words.count == 3 && words[1] == "to" ? words[2] : words[1...].joined(separator: " ")
            let line = [words[0], name].map(ShellWord.quoted).joined(separator: " ")
            throw ValidationError("a name with spaces requires quotation marks; write “replay rename \(line)”")
        }
    }

    package func run() throws {
        try RecordingConfiguration.validate(name: words.last ?? "")
        let library = try RecordingLibrary.open()
        if words.count == 1, library.isName(words[0]) {
            let word = ShellWord.quoted(words[0])
            throw ValidationError("“\(words[0])” is a recording; write “replay rename \(word) NAME”")
        }
        let recording = try library.recording(matching: words.count == 2 ? words[0] : nil)
        let name = try words.last.map { name in
            try library.freeName(name, of: recording.id) { Terminal.say("replay: \($0)") }
        }
        try library.rename(recording.id, to: name.flatMap { $0.isEmpty ? nil : $0 })
        if output.json { return try Output.json(RecordingReport(try library.recording(recording.id))) }
        print(recording.id)
    }

    package init() {}
}
