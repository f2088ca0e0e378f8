/// Which rendering is asked for.
public enum RenderMethod: String, Codable, Sendable, CaseIterable {
    /// Smart where that is safe, else full.
    case auto
    /// Smart; where it cannot be, that is an error.
    case smart
    /// Full: all frames are decoded and encoded.
    case full
}

/// How audio is brought over where one track is heard as it was recorded.
public enum AudioRenderMethod: String, Codable, Sendable, CaseIterable {
    /// Packets are copied and come to stand up to half of one (11 ms) beside their exact place.
    case auto
    /// All is encoded; every sample is in its place.
    case exact
}

/// How an export is rendered.
public enum Rendering: Sendable, Equatable {
    /// Frames are copied wherever they stay as they are.
    case smart
    /// All frames are decoded and encoded, and why.
    case full(because: Obstacle)

    /// Why frames cannot be copied.
    public enum Obstacle: Error, Sendable, Equatable {
        /// It was asked for.
        case asked
        /// The preset wants another size.
        case size
        /// The preset wants a constant rate.
        case rate
        /// The preset makes another kind of file, as people call it.
        case fileFormat(String)
        /// The recording's codec, by FFmpeg's name, is not that of the output.
        case codec(String)
        /// The frames are interlaced, or may be.
        case interlaced
        /// Samples have so many bits, not 8.
        case bitDepth(Int)
        /// The chroma of the frames is not that of the output, and how it is called.
        case chroma(String)
        /// The frames are shown turned, or have pixels that are not square, and the output cannot say so.
        case geometry
        /// The edit crops or turns the frame.
        case cropped
        /// The frames do not all go by one set of parameters.
        case severalParameterSets
        /// The file's parameter sets cannot be read, or are not those by which its frames go.
        case unknownParameterSets
        /// Frames are coded in several layers (SVC) or views (MVC).
        case layers
        /// Frames that are encoded at cuts cannot go by the recording's own parameters, and why, in words.
        case otherEncoder(because: String)
        /// No frame can be decoded without another one before it.
        case noKeyframes
        /// Frames hang together across keyframes, or the movie's index is not true.
        case openGroups
        /// A frame is shown for longer than a packet can say.
        case longFrame
        /// A frame is shown for less than a tick of the output.
        case closeFrames
        /// Keyframes are further apart than HLS wants them.
        case sparseKeyframes
        /// Frames or audio that were to be copied are not as they were recorded.
        case damage

        /// In words.
        public var text: String {
            switch self {
            case .asked: "it was asked for"
            case .size: "the preset changes the size"
            case .rate: "the preset makes the rate constant"
            case .fileFormat(let name): "the preset makes \(name), the recording is MP4"
            case .codec(let name): "the recording is \(name), the output is h264"
            case .interlaced: "the recording is interlaced, the output is not"
            case .bitDepth(let bits): "the recording has \(bits) bits per sample, the output has 8"
            case .chroma(let name): "the recording is \(name), the output is 4:2:0"
            case .geometry:
                "the frames are turned, or their pixels are not square, and HLS or what is drawn over them wants them upright"
            case .cropped: "the edit crops or turns the frame"
            case .severalParameterSets: "the recording changes its coding parameters"
            case .unknownParameterSets: "the recording's frames do not go by the coding parameters that its file has"
            case .layers: "the recording is coded in several layers or views (SVC, MVC)"
            case .otherEncoder(let reason): "frames at cuts cannot be coded as the recording is: \(reason)"
            case .noKeyframes: "the recording has no keyframe at which it could be joined"
            case .openGroups: "frames of the recording hang together across keyframes, or its index is not true"
            case .longFrame: "a frame is shown for more than an hour, and is repeated in the output"
            case .closeFrames: "frames of the recording follow each other sooner than in 1/90,000 s, the output’s tick"
            case .sparseKeyframes: "keyframes of the recording are more than 2 s apart, and HLS wants one every 2 s"
            case .damage: "frames or audio of the recording are damaged"
            }
        }
    }

    /// Why not smart; nil where it is.
    public var obstacle: Obstacle? {
        if case .full(let obstacle) = self { obstacle } else { nil }
    }
}
