import ArgumentParser
import Replay

/// `replay cut`
struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove ranges from the middle.",
        discussion: "Times are the recording’s, whatever was cut before.\n\nExample: replay cut 1:02..1:10.5")

    // Times from the end begin with a dash, as options do.
    @Argument(
        parsing: .allUnrecognized, help: "What to remove, such as 3..5, -8..-5 or f120..f180; the end is exclusive.")
    var ranges: [String]

    @OptionGroup var recording: RecordingOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let option = ranges.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("there is no option “\(option)”")
        }
        guard !ranges.isEmpty else { throw ValidationError("say what to remove, such as 3..5") }
    }

    func run() throws {
        var session = try EditSession(try recording.find())
        let resolved = try ranges.map { try session.resolve(TimePositionRange(parsing: $0)) }
        try session.perform(resolved.map { .cut($0) })
        try EditReport(session).print(output)
    }
}
