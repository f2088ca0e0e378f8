import ArgumentParser
import Replay

/// `replay validate`
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a folder of HLS against its specifications.",
        discussion: """
            Of Replay or of anybody. Nothing outside of the folder is opened, and no address is fetched. Ends with 0 where \
            no row is violated, 65 where one is, 66 where there is no playlist.

            Example: replay validate demo-hls
            """)

    @Argument(help: "The folder in which the multivariant playlist lies.", completion: .directory)
    var folder: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = try HLSValidator().validate(folder: folder)
        if output.json { try Output.json(report) } else { print(ValidationText(report).text) }
        if !report.isValid { throw ExitCode(65) }
    }
}
