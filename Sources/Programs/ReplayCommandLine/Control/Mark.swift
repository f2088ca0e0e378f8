package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayLibrary

/// `replay mark`
package struct Mark: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark this instant of the recording.",
        usage: "replay mark [<recording>] [<name>] [--json]",
        discussion: "“replay info” lists the marks.\n\nExample: replay mark \"the bug\"")

    @Argument(
        help: ArgumentHelp(
            "The name of the mark; before it the recording, if several are being made.", valueName: "name"))
    var words: [String] = []

    // As `mark` took the recording once.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    @OptionGroup var output: OutputOptions

    package func run() async throws {
        let (reference, name) = try divide(in: .open())
        try await ControlReport.run(
            reference, output, name.map { "mark “\($0)”" } ?? "mark",
            afterwards: "“replay edit REC mark 3 NAME” marks a time of a finished one", words: words
        ) { try await $0.mark(name) }
    }

    /// The recording and the name. The first of several words is the recording, if one of that name is being made; else all of
    /// them are the name, as it is typed without quotation marks. What keeps the library from being read is told when the
    /// recording is looked for.
    private func divide(in library: RecordingLibrary) throws -> (recording: String?, name: String?) {
        if recording == nil, words.count > 1, let first = words.first, (try? library.running(first)) != nil {
            return (first, words.dropFirst().joined(separator: " "))
        }
        return (recording, words.isEmpty ? nil : words.joined(separator: " "))
    }

    package init() {}
}
