import FFmpeg
import FoundationEssentials
import ReplayExporter
import ReplayLibrary

/// What an output depends on. The same inputs give the same output.
struct JobInputs: Codable, Hashable, Sendable {
    let movie: FileIdentity
    /// A hash of edit, preset, options, captions and images.
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
            Hashed(
                decisions: JobDecisions(job, recording: recording),
                captions: try job.options.captions.map { try FileIdentity.of($0).hash },
                images: job.edit.images.isEmpty ? nil : try job.edit.images.map { try FileIdentity.of($0).hash }))
    }

    /// The same for all inputs that make the same output, whenever their files were written.
    var key: String { "\(movie.hash) \(movie.bytes) \(decisions)" }

    /// Whether an output of these inputs is one of those too.
    func makeSame(as other: JobInputs) -> Bool { key == other.key }

    private struct Hashed: Encodable {
        let decisions: JobDecisions
        /// What is in the file.
        let captions: String?
        /// Of each; nil: there are none.
        let images: [String]?
    }

    private static func hash(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try ContentHash.of([UInt8](encoder.encode(value)))
    }
}
