import AudioSources
import ReplayCommandLine

/// The access to movies for `replay record`: it reads them for `--resume`, and exports them for `--output`.
struct RecordedMovies: MovieAccess {
    func audio(of recording: Recording) throws -> [AudioSource] { try recording.audioKinds() }

    func check(_ options: RecordExportOptions) throws {
        let id = RecordingID.generate()
        try command(for: id, with: options).checkOutput(of: id)
    }

    func export(_ id: RecordingID, options: RecordExportOptions, output: OutputOptions) async throws {
        var export = try command(for: id, with: options)
        export.output = output
        try await export.run()
    }

    private func command(for id: RecordingID, with options: RecordExportOptions) throws -> Export {
        let words = [
            "export", "\(id)", options.path.map { "--output=\($0)" }, options.preset.map { "--preset=\($0)" },
            options.force ? "--force" : nil,
        ]
        let completed = try ReplayCommand.completed(
            CommandWords(command: "export", arguments: words.compactMap(\.self)))
        return try Export.parse(Array(completed.arguments.dropFirst()))
    }
}
