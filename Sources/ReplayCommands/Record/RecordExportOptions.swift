import ArgumentParser
import Replay
import ReplayCommandLine

/// The export that `replay record` makes when the recording has ended.
struct RecordExportOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "Export to this file when the recording ends. The recording is kept.")
    var path: String?

    @Option(help: "The preset of that export.")
    var preset: String?

    @Flag(help: "Overwrite an existing file.")
    var force = false

    func validate() throws {
        if preset != nil, path == nil { throw ValidationError("--preset is of the export, and wants --output") }
    }

    /// Finds out before anything is recorded whether the export can be made.
    func check() throws {
        guard path != nil else { return }
        let id = RecordingID.generate()
        try command(id).checkOutput(of: id)
    }

    func run(_ id: RecordingID, _ output: OutputOptions) async throws {
        var export = try command(id)
        export.output = output
        try await export.run()
    }

    private func command(_ id: RecordingID) throws -> Export {
        let options = [path.map { "--output=\($0)" }, preset.map { "--preset=\($0)" }, force ? "--force" : nil]
        let words = CommandWords(command: "export", arguments: ["export", "\(id)"] + options.compactMap(\.self))
        return try Export.parse(Array(try ReplayCommand.completed(words).arguments.dropFirst()))
    }
}
