import ArgumentParser
import ReplayCommandLine
import ReplayErrors

/// `replay validate`
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: MediaCommand.Validate.abstract,
        discussion: """
            Of Replay or of anybody. Nothing outside of the folder is opened, and nothing of another machine is fetched. \
            Ends with 0 where no row is violated, 65 where one is, 66 where there is no playlist.

            Example: replay validate demo-hls
            """)

    @Argument(
        help: """
            The folder in which the multivariant playlist lies, or a playlist that this machine serves: \
            http://127.0.0.1:8000/main.m3u8.
            """, completion: .directory)
    var place: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let validator = HLSValidator()
        let report = try place.contains("://") ? validator.validate(address: place) : validator.validate(folder: place)
        if output.json { try Output.json(report) } else { print(ValidationText(report).text) }
        if !report.isValid { throw ExitCode(ErrorCategory.badData.exitCode) }
    }
}
