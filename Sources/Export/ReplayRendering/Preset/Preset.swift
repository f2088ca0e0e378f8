import Files
import Glibc
public import MediaTime
package import ReplayComposition
import ReplayJSON
import ReplayLibrary
import ReplayMovie

/// The settings of an export, read from a JSON5 file.
public struct Preset: Codable, Sendable, Hashable {
    /// The video settings.
    public struct Video: Codable, Sendable, Hashable {
        /// The maximum width in pixels, 16...16384, or nil for no limit. Frames are made smaller, never larger.
        public var maxWidth: Int?
        /// The maximum height in pixels, as `maxWidth`.
        public var maxHeight: Int?
        /// The maximum of the longer side in pixels, as `maxWidth`: the width of a landscape frame, the height of a portrait one.
        public var maxLongSide: Int?
        /// The maximum of the shorter side in pixels, as `maxWidth`.
        public var maxShortSide: Int?
        /// Frames per second, at most 240; nil keeps the recording's own times, even if they are irregular.
        public var frameRate: FrameRate?
        /// The constant rate factor of x264, in 0 (lossless) ... 51 (worst). For WebM, it is that of libvpx, up to 63.
        /// Ignored for GIF.
        public var crf: Int
        /// The maximum bit rate of the video, in bits per second, measured over a second: 50,000...100,000,000. Nil
        /// sets no limit beside `crf`.
        public var maxBitRate: Int?
        /// The x264 preset: a slower one makes a smaller file. For WebM, it selects the nearest speed of libvpx.
        /// Ignored for GIF.
        public var encoderPreset: EncoderPreset
        /// The maximum interval between two keyframes, in seconds, 1...10. Nil means 2.
        public var keyframeSeconds: Int?

        package init(
            maxWidth: Int? = nil, maxHeight: Int? = nil, maxLongSide: Int? = nil, maxShortSide: Int? = nil,
            frameRate: FrameRate? = nil, crf: Int, maxBitRate: Int? = nil, encoderPreset: EncoderPreset,
            keyframeSeconds: Int? = nil
        ) {
            self.maxWidth = maxWidth
            self.maxHeight = maxHeight
            self.maxLongSide = maxLongSide
            self.maxShortSide = maxShortSide
            self.frameRate = frameRate
            self.crf = crf
            self.maxBitRate = maxBitRate
            self.encoderPreset = encoderPreset
            self.keyframeSeconds = keyframeSeconds
        }
    }

    /// x264's presets.
    public enum EncoderPreset: String, Codable, Sendable, CaseIterable {
        /// The presets from the fastest, with the largest files, to the slowest, with the smallest files.
        case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow

        /// Reads a name, such as `"veryfast"`.
        /// - Throws: `DecodingError` if there is no such preset.
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

    /// The audio settings.
    public struct Audio: Codable, Sendable, Hashable {
        /// The bit rate of AAC or Opus, in bits per second, 32,000...512,000.
        public var bitRate: Int
        /// The integrated loudness (EBU R 128) of the output, in LUFS, -40...-5. Nil keeps the recorded loudness. Peaks
        /// stay below -1 dBTP.
        public var loudness: Double?

        package init(bitRate: Int, loudness: Double? = nil) {
            self.bitRate = bitRate
            self.loudness = loudness
        }
    }

    /// The formats of output files.
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// MP4 with H.264 and AAC.
        case mp4
        /// QuickTime with H.264 and AAC.
        case mov
        /// Matroska with H.264 and AAC. Its times are whole milliseconds.
        case mkv
        /// WebM with VP9 and Opus.
        case webm
        /// An animated GIF with at most 256 colours, without audio.
        case gif
        /// MPEG-4 audio with AAC, without video.
        case m4a
        /// WAVE with 16-bit PCM, without video.
        case wav

        /// Reads a name, such as `"webm"`.
        /// - Throws: `DecodingError` if there is no such format.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let name = try container.decode(String.self)
            guard let format = Format(rawValue: name) else {
                let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "there is no “\(name)”, only \(names)")
            }
            self = format
        }
    }

    /// The settings of an HLS folder.
    public struct HLS: Codable, Sendable, Hashable {
        /// The storage of segments.
        public enum Files: String, Codable, Sendable {
            /// Stores each segment in its own file.
            case segments
            /// Stores the segments of a rendition as byte ranges of one file.
            case ranges
        }

        /// The maximum duration of a segment, in seconds, 2...10. Nil means 6.
        public var segmentSeconds: Int?
        /// The storage of segments. Nil means one file for each segment.
        public var files: Files?
        /// True if the playlists have the date of the recording (EXT-X-PROGRAM-DATE-TIME). Nil means false.
        public var programDateTime: Bool?
        /// The further renditions of the ladder, each smaller than the one before. The first is `video`. A rendition
        /// that is not smaller than the recording is left out.
        public var rungs: [Video]?
        /// True if there is a variant with audio only. Nil means false.
        public var audioOnly: Bool?
    }

    /// The version of the format: 1.
    public var version: Int
    /// The name of the preset.
    public var name: String
    /// The purpose of the preset, in one line.
    public var summary: String
    /// The format of the file. Nil means MP4, which HLS folders also use.
    public var format: Format?
    /// The video settings.
    public var video: Video
    /// The audio settings.
    public var audio: Audio
    /// The settings of an HLS folder, or nil to make a file.
    public var hls: HLS?

    package init(
        version: Int, name: String, summary: String, format: Format? = nil, video: Video, audio: Audio, hls: HLS? = nil
    ) {
        self.version = version
        self.name = name
        self.summary = summary
        self.format = format
        self.video = video
        self.audio = audio
        self.hls = hls
    }
}

extension Preset {
    /// Reads a preset. A preset for GIF may leave out the audio settings and the video quality.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        name = try values.decode(String.self, forKey: .name)
        summary = try values.decode(String.self, forKey: .summary)
        format = try values.decodeIfPresent(Format.self, forKey: .format)
        hls = try values.decodeIfPresent(HLS.self, forKey: .hls)
        if format == .gif {
            video = try values.decode(Animation.self, forKey: .video).video
            audio = try values.decodeIfPresent(Audio.self, forKey: .audio) ?? Audio(bitRate: 128_000)
        } else {
            video = try values.decode(Video.self, forKey: .video)
            audio = try values.decode(Audio.self, forKey: .audio)
        }
    }

    /// The video settings that apply to a GIF.
    private struct Animation: Decodable {
        let maxWidth: Int?
        let maxHeight: Int?
        let maxLongSide: Int?
        let maxShortSide: Int?
        let frameRate: FrameRate?

        var video: Video {
            Video(
                maxWidth: maxWidth, maxHeight: maxHeight, maxLongSide: maxLongSide, maxShortSide: maxShortSide,
                frameRate: frameRate, crf: 23, encoderPreset: .veryfast)
        }
    }
}

extension Preset.Video {
    /// The limits of the frame size.
    package var sizeLimits: FrameSizeLimits {
        FrameSizeLimits(
            maxWidth: maxWidth, maxHeight: maxHeight, maxLongSide: maxLongSide, maxShortSide: maxShortSide)
    }

    /// The smallest limit of the video, in pixels, or nil if it has none.
    package var minLimit: Int? { [maxShortSide, maxHeight, maxLongSide, maxWidth].compactMap(\.self).min() }
}

extension Preset.HLS {
    /// The name of the manifest in an HLS folder, by which a folder is recognized as an export.
    package static let manifestName = ".replay-hls.json"

    /// Reads the settings of an HLS folder. The older key `"soundAlone"` is also accepted.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        segmentSeconds = try values.decodeIfPresent(Int.self, forKey: .segmentSeconds)
        files = try values.decodeIfPresent(Files.self, forKey: .files)
        programDateTime = try values.decodeIfPresent(Bool.self, forKey: .programDateTime)
        rungs = try values.decodeIfPresent([Preset.Video].self, forKey: .rungs)
        audioOnly = try decoder.decodeIfPresent(Bool.self, forKey: CodingKeys.audioOnly, formerly: "soundAlone")
    }
}

extension Preset {
    /// The maximum size of a preset's file, in bytes.
    static let maxFileSize = 1 << 20

    /// Reads a user's preset: a JSON5 file of at most 1 MiB.
    /// - Throws: `PresetError`, `FileSystemError`.
    public static func read(_ path: String) throws -> Preset {
        do {
            return try Preset(json: try RegularFile.contents(of: path, limit: maxFileSize), source: path)
        } catch let error as FileSystemError where error.code == EFBIG {
            throw PresetError(kind: .invalid, reason: "\(path): it is larger than \(maxFileSize >> 20) MiB")
        }
    }
}

extension Preset {
    /// Returns the file by which an output is recognized: the output itself, or the manifest of an HLS folder.
    package func mark(of output: String) -> String { hls == nil ? output : Self.folderMark(of: output) }

    /// Returns the path of the manifest of an HLS folder.
    package static func folderMark(of output: String) -> String { output + "/" + HLS.manifestName }
}
