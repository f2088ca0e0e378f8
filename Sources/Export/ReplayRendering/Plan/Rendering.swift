/// The requested rendering method.
public enum RenderMethod: String, Codable, Sendable, CaseIterable {
    /// Uses smart rendering if that is safe, or full rendering otherwise.
    case auto
    /// Uses smart rendering, and fails with an error if that is not possible.
    case smart
    /// Decodes and encodes all frames.
    case full
}

/// The requested rendering of an audio track that is played as it was recorded.
public enum AudioRenderMethod: String, Codable, Sendable, CaseIterable {
    /// Copies packets. The audio may shift by up to half a packet (11 ms).
    case auto
    /// Encodes all audio, so that every sample has its exact position.
    case exact
}

/// The rendering of an export.
public enum Rendering: Sendable, Equatable {
    /// Copies all frames that do not change.
    case smart
    /// Decodes and encodes all frames, because of an obstacle.
    case full(because: Obstacle)

    /// A reason why frames cannot be copied.
    public enum Obstacle: Error, Sendable, Equatable {
        /// The user asked for full rendering.
        case asked
        /// The preset changes the frame size.
        case size
        /// The preset sets a constant frame rate.
        case rate
        /// The preset makes another file format. The value is its common name.
        case fileFormat(String)
        /// The recording's codec is not the codec of the output. The value is FFmpeg's name of the codec.
        case codec(String)
        /// The frames are interlaced, or may be.
        case interlaced
        /// The bit depth of the frames is not 8. The value is the number of bits per sample.
        case bitDepth(Int)
        /// The chroma format of the frames is not that of the output. The value is its name.
        case chroma(String)
        /// The frames are rotated or have non-square pixels, and the output cannot signal that.
        case geometry
        /// The edit crops or rotates the frame.
        case cropped
        /// The edit puts the frame on a background.
        case styled
        /// The stream uses more than one SPS or PPS.
        case severalParameterSets
        /// The SPS and PPS in the file cannot be read, or the frames do not match them.
        case unknownParameterSets
        /// The frames are coded in several layers (SVC) or views (MVC).
        case layers
        /// The frames at cuts cannot be encoded with the recording's own SPS and PPS. The value is the reason, in
        /// words.
        case otherEncoder(because: String)
        /// The stream has no IDR at which it could be joined.
        case noKeyframes
        /// Frames refer to frames before a keyframe (open GOPs), or the sample table is wrong.
        case openGroups
        /// A frame is shown for longer than the duration field of a packet allows.
        case longFrame
        /// A frame is shown for less than a tick of the output.
        case closeFrames
        /// The keyframes are further apart than HLS requires.
        case sparseKeyframes
        /// Frames or audio to be copied are damaged.
        case damage

        /// A description for the user.
        public var text: String {
            switch self {
            case .asked: "it was requested"
            case .size: "the preset changes the size"
            case .rate: "the preset sets a constant frame rate"
            case .fileFormat(let name): "the preset makes \(name), but the recording is MP4"
            case .codec(let name): "the recording is \(name), but the output is h264"
            case .interlaced: "the recording is interlaced, but the output is not"
            case .bitDepth(let bits): "the recording has \(bits) bits per sample, but the output has 8"
            case .chroma(let name): "the recording is \(name), but the output is 4:2:0"
            case .geometry:
                "the frames are rotated or have non-square pixels, which HLS and drawing over the frames do not support"
            case .cropped: "the edit crops or rotates the frame"
            case .styled: "the edit puts the frame on a background"
            case .severalParameterSets: "the recording changes its coding parameters"
            case .unknownParameterSets: "the frames do not match the SPS and PPS in the file"
            case .layers: "the recording is coded in several layers or views (SVC, MVC)"
            case .otherEncoder(let reason): "frames at cuts cannot be encoded like the recording: \(reason)"
            case .noKeyframes: "the recording has no keyframe at which frames can be joined"
            case .openGroups: "frames refer to frames before a keyframe (open GOPs), or the movie’s index is wrong"
            case .longFrame: "a frame is shown for more than an hour, and the output must repeat it"
            case .closeFrames: "frames of the recording are less than 1/90,000 s apart, the output’s tick"
            case .sparseKeyframes: "keyframes of the recording are more than 2 s apart, but HLS requires one every 2 s"
            case .damage: "frames or audio of the recording are damaged"
            }
        }
    }

    /// The reason for full rendering, or nil for smart rendering.
    public var obstacle: Obstacle? {
        if case .full(let obstacle) = self { obstacle } else { nil }
    }
}
