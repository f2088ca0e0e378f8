import ArgumentParser
import Glibc
import ReplayCommandLine
import ReplayErrors

/// `replay import`
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a movie file as a recording.",
        discussion: """
            A movie is copied, not encoded, if MP4 supports its codecs. Prints the recording’s id. Movies that cannot be \
            imported are skipped and reported on standard error.

            Example: replay import lesson.mkv --name lesson
            """)

    @Argument(help: "The movies.", completion: .file())
    var files: [String]

    @Option(help: "The name of the recording.")
    var name: String?

    @Flag(help: "Import a truncated movie as far as it is readable.")
    var partial = false

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        for file in files where file.utf8.firstRange(of: "://".utf8) != nil && access(file.cPath, F_OK) != 0 {
            throw ValidationError("“\(file)” is an address; Replay works offline: download it, then import the file")
        }
        if files.count == 2, !Output.isMovieName(files[1]), access(files[1].cPath, F_OK) != 0 {
            let line = "\(ShellWord.quoted(files[0])) --name \(ShellWord.quoted(files[1]))"
            throw ValidationError("there is no file “\(files[1])”; write “replay import \(line)” if that is the name")
        }
        guard files.count == 1 || name == nil else {
            throw ValidationError("--name requires a single movie, but there are \(files.count)")
        }
    }

    func run() async throws {
        let importer = MovieImporter(library: try .open())
        guard files.count > 1 else { return try await importMovie(files[0], by: importer) }
        var failure: (any Error)?
        for file in files {
            do {
                try await importMovie(file, by: importer)
            } catch {
                Terminal.say("replay: \(Failure.sentence(for: error))")
                failure = failure ?? error
            }
        }
        if let failure { throw ExitCode(Failure.exitCode(for: failure)) }
    }

    /// Imports a movie. With several movies, prints a line of JSON for each.
    private func importMovie(_ file: String, by importer: MovieImporter) async throws {
        let wanted = name ?? MovieImporter.name(of: file)
        var note: String?
        let name = try wanted.map { try importer.library.freeName($0) { note = $0 } }
        var importer = importer
        let label = files.count > 1 ? "\(file): " : ""
        importer.report = { Terminal.say("replay: \(label)\(Failure.sentence($0))") }
        let recording = try await importer.importMovie(at: file, name: name, takingPart: partial)
        if let note { Terminal.say("replay: \(note)") }
        switch (output.json, files.count) {
        case (true, 1): try Output.json(RecordingReport(recording))
        case (true, _): try Output.jsonLine(RecordingReport(recording))
        case (false, _): Output.line("\(recording.id)")
        }
    }
}
