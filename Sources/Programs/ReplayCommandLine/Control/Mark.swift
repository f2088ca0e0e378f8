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
            "The name of the mark. Before it, the recording, if several are running.", valueName: "name"))
    var words: [String] = []

    // An earlier version of `mark` took the recording as an option.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    @OptionGroup var output: OutputOptions

    package func run() async throws {
        let (reference, name) = try divide(in: .open())
        try await ControlReport.run(
            reference, output: output, what: name.map { "mark “\($0)”" } ?? "mark",
            afterwards: "“replay edit REC mark 3 NAME” marks a time of a finished recording", words: words
        ) { try await $0.mark(name) }
    }

    /// Returns the recording and the name. The first of several words is the recording if such a recording is in
    /// progress. Otherwise all words form the name, so that it needs no quotation marks. The lookup of the recording
    /// reports a library that cannot be read.
    private func divide(in library: RecordingLibrary) throws -> (recording: String?, name: String?) {
        if recording == nil, words.count > 1, let first = words.first, (try? library.running(first)) != nil {
            return (first, words.dropFirst().joined(separator: " "))
        }
        return (recording, words.isEmpty ? nil : words.joined(separator: " "))
    }

    package init() {}
}
