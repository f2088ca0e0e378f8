import ArgumentParser
import ReplayCommandLine
import ReplayErrors

/// `replay cut`
struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        abstract: "Remove ranges from the recording.",
        usage: "replay cut [<recording>] <range> ... [--from <from>] [--to <to>] [--json]",
        discussion: """
            Times are those of the recording. Earlier cuts do not shift them.

            Example: replay cut 1:02..1:10.5
            """)

    @OptionGroup var arguments: EditArguments
    @OptionGroup var limits: RangeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if arguments.words.isEmpty, limits.range == nil { throw noRange }
    }

    func run() throws {
        let (recording, written) = try arguments.resolve(in: .open(), of: "cut")
        let ranges = written + [limits.range].compactMap(\.self)
        guard !ranges.isEmpty else { throw noRange }
        var session = try EditSession(recording)
        let resolved = try ranges.map { try session.resolve($0) }
        try session.perform(resolved.map { .cut($0) })
        try EditReport(session).print(output)
    }

    private var noRange: ValidationError {
        let line = (["replay cut"] + arguments.words.map(ShellWord.quoted) + ["3..5"]).joined(separator: " ")
        return ValidationError("give a range to remove, such as “\(line)”")
    }
}
