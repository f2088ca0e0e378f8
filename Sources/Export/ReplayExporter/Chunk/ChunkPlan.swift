public import MediaTime
public import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

/// How one export is made in parts: all that whoever renders a part must know, but for the recording itself.
public struct ChunkPlan: Codable, Sendable, Equatable {
    /// A part of the output's frames. Its first one is an IDR: it is decoded without those before it.
    public struct Chunk: Codable, Sendable, Equatable {
        /// Where it stands in the output.
        public var output: TimeRange
        /// What of the recording it shows, cuts included.
        public var source: TimeRange
        /// Frames in it.
        public var frames: Int
    }

    /// What of `Exporter` is not in the edit or the preset.
    public struct Options: Codable, Sendable, Equatable {
        /// Where the camera is shown, as `CameraPlacement` is written; nil: nowhere.
        public var camera: String?
        /// A `RenderMethod`.
        public var render: String
        /// A `AudioRenderMethod`.
        public var audioRender: String
        /// The audio tracks that are heard, sorted by name; nil: all.
        public var audio: [AudioSource]?
        /// Whether the file tells the recording's name and date; nil: yes.
        public var hasMetadata: Bool?
        /// Those that the output has; nil: none.
        public var captions: PlannedCaptions?

        /// The names of the first version: a plan's hash is that of its keys, too.
        private enum CodingKeys: String, CodingKey {
            case camera, render, hasMetadata, captions
            case audioRender = "sound"
            case audio = "sounds"
        }
    }

    /// The recording whose movie is read.
    public var recording: RecordingID
    /// What the movie was when this was planned.
    public var movie: MovieIdentity
    /// What is kept.
    public var edit: Edit
    /// How it is rendered: the whole preset, so that nothing depends on a file.
    public var preset: Preset
    /// How else.
    public var options: Options
    /// Whether frames are copied where they can be.
    public var isSmart: Bool
    /// Whether frames would be copied, but that some are damaged.
    public var isDamaged: Bool
    /// Where the joined file goes: an absolute path.
    public var output: String
    /// How long each chunk is at least, the last one excepted.
    public var chunkLength: MediaTime
    /// How long the output is.
    public var duration: MediaTime
    /// In the order of the output, without holes; 1...10,000.
    public var chunks: [Chunk]

    /// The most chunks that an export is divided into.
    public static let chunkLimit = 10_000
    /// How long a chunk can be asked to be, in seconds.
    public static let chunkSeconds: ClosedRange<Int64> = 1...86_400
    /// How long a chunk is, where nothing else is said: 30 s.
    public static let standardLength = MediaTime(value: 30, timescale: 1)

    /// Frames in the output.
    public var frames: Int { chunks.reduce(0) { $0 + $1.frames } }
}
