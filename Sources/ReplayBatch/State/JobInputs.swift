import FFmpeg
import FoundationEssentials
import ReplayExporter
import ReplayMovie

/// What an output depends on. The same inputs give the same output.
struct JobInputs: Codable, Hashable, Sendable {
    let movie: FileIdentity
    /// A hash of edit, preset, options and captions.
    let decisions: String

    /// - Parameters:
    ///   - recording: the recording that is exported; nil: there is only the movie file.
    ///   - movie: what is known of the movie already, so that it need not be read again.
    /// - Throws: `FileSystemError`, `FFmpegError`, `DocumentError`.
    init(_ job: Job, recording: Recording?, movie known: (String) throws -> FileIdentity) throws {
        switch job.source {
        case .movie(let path): movie = try known(path)
        case .recording(let id, _): movie = try known((recording?.path ?? id) + "/" + Recording.movieName)
        }
        decisions = try Self.hash(
            Decisions(
                edit: try recording.map(job.edit.settled) ?? job.edit, preset: job.preset, options: job.options,
                captions: try job.options.captions.map { try FileIdentity.of($0).hash }, chunk: job.chunkMilliseconds))
    }

    /// Whether an output of these inputs is one of those too, whenever their files were written.
    func makeSame(as other: JobInputs) -> Bool {
        decisions == other.decisions && movie.hash == other.movie.hash && movie.bytes == other.movie.bytes
    }

    private struct Decisions: Encodable {
        let edit: JobEdit
        let preset: Preset
        let options: JobOptions
        let captions: String?
        let chunk: Int64?
    }

    private static func hash(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try ContentHash.of([UInt8](encoder.encode(value)))
    }
}
