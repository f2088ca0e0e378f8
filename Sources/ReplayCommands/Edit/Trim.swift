import ArgumentParser
import Replay

/// `replay trim`
struct Trim: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set where the recording begins and ends.",
        discussion: "Cuts stay; given again, it replaces what it was.\n\nExample: replay trim --from 2.5 --to -3")

    @Option(parsing: .unconditional, help: "Keep from here on. Default: the start.", transform: PositionArgument.parse)
    var from: TimePosition?

    @Option(parsing: .unconditional, help: "Keep up to here. Default: the end.", transform: PositionArgument.parse)
    var to: TimePosition?

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var session = try EditSession(try argument.find())
        let range = try session.resolve(TimePositionRange(start: from, end: to))
        try session.perform(.trim(range))
        try EditReport(session).print(output)
    }
}
