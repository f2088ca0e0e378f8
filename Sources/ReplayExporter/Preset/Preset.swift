public import MediaTime

/// How an edit is exported: data, read from a JSON file.
public struct Preset: Codable, Sendable, Equatable {
    /// The picture.
    public struct Video: Codable, Sendable, Equatable {
        /// Pictures are made smaller, never larger, to fit into this many pixels: 16...16384; nil: as recorded.
        public var maxWidth: Int?
        /// As `maxWidth`.
        public var maxHeight: Int?
        /// Pictures a second, at most 240; nil keeps the recording's own times, also where they are irregular.
        public var frameRate: FrameRate?
        /// x264's constant rate factor: 0 (lossless) ... 51 (worst).
        public var crf: Int
        /// x264's preset: how long it may take for a smaller file.
        public var encoderPreset: EncoderPreset
        /// From one keyframe to the next at most, in seconds: 1...10; nil: 2.
        public var keyframeSeconds: Int?
    }

    /// x264's presets.
    public enum EncoderPreset: String, Codable, Sendable, CaseIterable {
        case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow

        /// - Throws: `DecodingError` for what is no id.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let name = try container.decode(String.self)
            guard let preset = EncoderPreset(rawValue: name) else {
                let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "there is no “\(name)”, only \(names)")
            }
            self = preset
        }
    }

    /// The sound.
    public struct Audio: Codable, Sendable, Equatable {
        /// In bits a second: 32,000...512,000.
        public var bitRate: Int
    }

    /// The version of the format: 1.
    public var version: Int
    /// What it is called.
    public var name: String
    /// What it is for, in a line.
    public var summary: String
    /// The picture.
    public var video: Video
    /// The sound.
    public var audio: Audio
}
