public import AudioSources
public import MediaTime
public import ReplayLibrary
import ReplayMovie
public import ReplayRendering
public import ReplayTimeline

/// The plan of an export in chunks: everything that is needed to render a chunk, except the recording itself.
public struct ChunkPlan: Codable, Sendable, Equatable {
    /// A part of the output's frames. The first frame is an IDR, so a chunk is decoded without the frames before it.
    public struct Chunk: Codable, Sendable, Equatable {
        /// The chunk's range in the output.
        public var output: TimeRange
        /// The range of the recording that the chunk shows, including the cuts in it.
        public var source: TimeRange
        /// The number of frames in the chunk.
        public var frames: Int
    }

    /// The settings of `Exporter` that are not in the edit or the preset.
    public struct Options: Codable, Sendable, Equatable {
        /// The camera's place as the text of a `CameraPlacement`, or nil if the camera is left out.
        public var camera: String?
        /// The raw value of a `RenderMethod`.
        public var render: String
        /// The raw value of an `AudioRenderMethod`.
        public var audioRender: String
        /// The audio tracks to include, sorted by name, or nil for all tracks.
        public var audio: [AudioSource]?
        /// True or nil if the file contains the recording's name and date.
        public var hasMetadata: Bool?
        /// The captions of the output, or nil if there are none.
        public var captions: PlannedCaptions?

        /// The keys of the first version. They are kept because the plan's hash includes its keys.
        private enum CodingKeys: String, CodingKey {
            case camera, render, hasMetadata, captions
            case audioRender = "sound"
            case audio = "sounds"
        }
    }

    /// The ID of the recording whose movie is read.
    public var recording: RecordingID
    /// The identity of the movie at the time of planning.
    public var movie: MovieIdentity
    /// The edit to export.
    public var edit: Edit
    /// The whole preset, so that the plan does not depend on a preset file.
    public var preset: Preset
    /// The other settings of the export.
    public var options: Options
    /// True if frames are copied if possible.
    public var isSmart: Bool
    /// True if frames could be copied, except that some of them are damaged. Frames that cannot be copied for another
    /// reason, known only after reading them, count as damaged.
    public var isDamaged: Bool
    /// The absolute path of the joined file.
    public var output: String
    /// The minimum duration of each chunk except the last.
    public var chunkLength: MediaTime
    /// The duration of the output.
    public var duration: MediaTime
    /// The chunks in the order of the output, without gaps. Their number is in 1...10,000.
    public var chunks: [Chunk]

    /// The maximum number of chunks of an export.
    public static let chunkLimit = 10_000
    /// The allowed chunk lengths, in seconds.
    public static let chunkSeconds: ClosedRange<Int64> = 1...86_400
    /// The default chunk length: 30 s.
    public static let standardLength = MediaTime(value: 30, timescale: 1)

    /// The number of frames in the output.
    public var frames: Int { chunks.reduce(0) { $0 + $1.frames } }
}
