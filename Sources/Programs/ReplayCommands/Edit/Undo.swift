import ArgumentParser
import ReplayCommandLine

/// `replay undo`
struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last edit.", discussion: "Example: replay undo")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var session = try EditSession(try argument.find())
        try session.undo()
        try EditReport(session).print(output)
    }
}

/// `replay redo`
struct Redo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone edit.", discussion: "Example: replay redo")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var session = try EditSession(try argument.find())
        try session.redo()
        try EditReport(session).print(output)
    }
}
