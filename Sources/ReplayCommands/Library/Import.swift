import ArgumentParser
import Glibc
import Replay
import ReplayCommandLine

/// `replay import`
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: MediaCommand.Import.abstract,
        discussion:
            "It is copied, not encoded anew, where MP4 takes its codecs. Prints the recording’s id.\n\nExample: replay import lesson.mkv --name lesson"
    )

    @Argument(help: "The movie.", completion: .file())
    var file: String

    @Option(help: "The name of the recording.")
    var name: String?

    @Flag(help: "Import a truncated movie as far as it is readable.")
    var partial = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if file.utf8.firstRange(of: "://".utf8) != nil, access(file.cPath, F_OK) != 0 {
            throw ValidationError("“\(file)” is an address; Replay works offline: download it, then import the file")
        }
    }

    func run() async throws {
        let importer = MovieImporter(library: try .open())
        let recording = try await importer.importMovie(at: file, name: name, takingPart: partial)
        if output.json { try Output.json(RecordingReport(recording)) } else { print(recording.id) }
    }
}
