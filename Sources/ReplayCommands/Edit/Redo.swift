import ArgumentParser
import Replay
import ReplayCommandLine

/// `replay redo`
struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: MediaCommand.Redo.configuration.abstract, discussion: "Example: replay redo")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var session = try EditSession(try argument.find())
        try session.redo()
        try EditReport(session).print(output)
    }
}
