package import ReplayLibrary

/// What `replay record` needs of movies, and so of FFmpeg: `--resume` and `--output`.
package protocol MovieAccess: Sendable {
    /// The audio that a recording has tracks of, in their order.
    /// - Throws: what hinders its movie from being read.
    func audio(of recording: Recording) throws -> [AudioSource]

    /// Finds out before anything is recorded whether an export can be made.
    func check(_ options: RecordExportOptions) throws

    /// Exports a recording that has ended, and prints the path.
    func export(_ id: RecordingID, _ options: RecordExportOptions, _ output: OutputOptions) async throws
}
