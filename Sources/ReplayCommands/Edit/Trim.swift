import ArgumentParser
import Replay
import ReplayCommandLine

/// `replay trim`
struct Trim: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: MediaCommand.Trim.abstract,
        usage: "replay trim [<recording>] [--from <from>] [--to <to>] [<range>] [--json]",
        discussion: """
            Cuts stay; given again, it replaces what it was.

            Example: replay trim --from 2.5 --to -3
                     replay trim 2.5..-3
            """)

    @OptionGroup var arguments: EditArguments
    @OptionGroup var limits: RangeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let (recording, written) = try arguments.resolve(in: .open())
        let ranges = written + [limits.range].compactMap(\.self)
        guard ranges.count <= 1 else {
            throw ValidationError("trim keeps one range, such as 1..5; “replay cut” removes any number")
        }
        var session = try EditSession(recording)
        try session.perform(.trim(try session.resolve(ranges.first ?? TimePositionRange(start: nil, end: nil))))
        try EditReport(session).print(output)
    }
}
