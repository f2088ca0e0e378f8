import FFmpeg
import FoundationEssentials
import ReplayLibrary

/// The inputs on which an output depends. The same inputs give the same output.
struct JobInputs: Codable, Hashable, Sendable {
    let movie: FileIdentity
    /// A hash of edit, preset, options, captions and images.
    let settings: String

    private enum CodingKeys: String, CodingKey {
        case movie
        case settings = "decisions"
    }

    /// Determines the inputs of a job.
    /// - Parameters:
    ///   - recording: The recording, or nil if the source is a movie file.
    ///   - movie: Returns the identity of the movie at a path. It can avoid reading a known movie again.
    /// - Throws: `FileSystemError`, `FFmpegError`, `DocumentError`.
    init(_ job: Job, recording: Recording?, movie known: (String) throws -> FileIdentity) throws {
        switch job.source {
        case .movie(let path): movie = try known(path)
        case .recording(let id, _): movie = try known((recording?.path ?? id) + "/" + Recording.movieName)
        }
        settings = try Self.hash(
            Hashed(
                settings: JobSettings(job, recording: recording),
                captions: try job.options.captions.map { try FileIdentity.of($0).hash },
                images: job.edit.images.isEmpty ? nil : try job.edit.images.map { try FileIdentity.of($0).hash }))
    }

    /// A key that is equal for all inputs that make the same output, independently of file dates.
    var key: String { "\(movie.hash) \(movie.bytes) \(settings)" }

    /// Returns true if both inputs make the same output.
    func makeSame(as other: JobInputs) -> Bool { key == other.key }

    private struct Hashed: Encodable {
        let settings: JobSettings
        /// The hash of the captions file.
        let captions: String?
        /// The hashes of the images, or nil if there are none.
        let images: [String]?

        private enum CodingKeys: String, CodingKey {
            case captions, images
            case settings = "decisions"
        }
    }

    private static func hash(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return try ContentHash.of([UInt8](encoder.encode(value)))
    }
}
