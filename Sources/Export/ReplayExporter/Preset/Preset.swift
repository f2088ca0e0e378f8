import Files
import Glibc
public import MediaTime
import ReplayJSON
import ReplayLibrary
import ReplayMovie

/// How an edit is exported: data, read from a JSON file.
public struct Preset: Codable, Sendable, Hashable {
    /// The frame.
    public struct Video: Codable, Sendable, Hashable {
        /// The maximum width in pixels, 16...16384, or nil for no limit. Frames are made smaller, never larger.
        public var maxWidth: Int?
        /// The maximum height in pixels, as `maxWidth`.
        public var maxHeight: Int?
        /// The maximum of the longer side in pixels, as `maxWidth`: the width of a landscape frame, the height of a portrait one.
        public var maxLongSide: Int?
        /// The maximum of the shorter side in pixels, as `maxWidth`.
        public var maxShortSide: Int?
        /// Frames per second, at most 240; nil keeps the recording's own times, also where they are irregular.
        public var frameRate: FrameRate?
        /// x264's constant rate factor: 0 (lossless) ... 51 (worst); in WebM that of libvpx, up to 63. In a GIF it counts
        /// for nothing.
        public var crf: Int
        /// The most bits a second that frames take, measured over a second: 50,000...100,000,000; nil: as many as `crf`
        /// asks for.
        public var maxBitRate: Int?
        /// x264's preset: how long it may take for a smaller file. In WebM it is libvpx's speed that comes nearest; in a GIF
        /// it counts for nothing.
        public var encoderPreset: EncoderPreset
        /// From one keyframe to the next at most, in seconds: 1...10; nil: 2.
        public var keyframeSeconds: Int?
    }

    /// x264's presets.
    public enum EncoderPreset: String, Codable, Sendable, CaseIterable {
        /// From the quickest, with the largest files, to the slowest, with the smallest.
        case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow

        /// Reads a name, such as `"veryfast"`.
        /// - Throws: `DecodingError` for what is none of them.
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

    /// The audio.
    public struct Audio: Codable, Sendable, Hashable {
        /// Of AAC or Opus, in bits a second: 32,000...512,000.
        public var bitRate: Int
        /// How loud it is made, as a whole: the integrated loudness of EBU R 128, in LUFS, -40...-5; nil: as it was recorded.
        /// Peaks stay below -1 dBTP.
        public var loudness: Double?
    }

    /// Kinds of files.
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// MP4, of H.264 and AAC.
        case mp4
        /// QuickTime, of H.264 and AAC.
        case mov
        /// Matroska, of H.264 and AAC. Its times are whole milliseconds.
        case mkv
        /// WebM, of VP9 and Opus.
        case webm
        /// An animated GIF of at most 256 colours, without audio.
        case gif
        /// MPEG-4 audio, of AAC, without frames.
        case m4a
        /// WAVE, of 16-bit PCM, without frames.
        case wav

        /// Reads a name, such as `"webm"`.
        /// - Throws: `DecodingError` for what is none of them.
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

    /// How an HLS folder is made.
    public struct HLS: Codable, Sendable, Hashable {
        /// Where segments are.
        public enum Files: String, Codable, Sendable {
            /// A file each.
            case segments
            /// Byte ranges of one file for each rendition.
            case ranges
        }

        /// How long a segment is at most, in seconds: 2...10; nil: 6.
        public var segmentSeconds: Int?
        /// Where segments are; nil: a file each.
        public var files: Files?
        /// Whether the playlists tell when it was recorded; nil: no.
        public var programDateTime: Bool?
        /// Renditions besides that of `video`, each smaller than the one before: the ladder. One that is not smaller than
        /// the recording is left out.
        public var rungs: [Video]?
        /// Whether there is a variant of audio alone; nil: no.
        public var audioOnly: Bool?
    }

    /// The version of the format: 1.
    public var version: Int
    /// What it is called.
    public var name: String
    /// What it is for, in a line.
    public var summary: String
    /// The kind of file; nil: MP4, of which HLS folders are made too.
    public var format: Format?
    /// The frame.
    public var video: Video
    /// The audio.
    public var audio: Audio
    /// Makes an HLS folder; nil: a file.
    public var hls: HLS?
}

extension Preset {
    /// Reads a preset. That of a GIF need not say how audio is coded, or how well frames are.
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

    /// What counts in a GIF.
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
    /// The size of frames within the limits, in the same shape; at least a pixel a side.
    package func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
        let isPortrait = height > width
        let widths = [maxWidth, isPortrait ? maxShortSide : maxLongSide].compactMap(\.self)
        let heights = [maxHeight, isPortrait ? maxLongSide : maxShortSide].compactMap(\.self)
        var size = (width: width, height: height)
        if let limit = widths.min(), size.width > limit { size = (limit, max(1, height * limit / width)) }
        if let limit = heights.min(), size.height > limit { size = (max(1, width * limit / height), limit) }
        return size
    }

    /// The least limit that the video has, in pixels; nil: it has none.
    package var minLimit: Int? { [maxShortSide, maxHeight, maxLongSide, maxWidth].compactMap(\.self).min() }
}

extension Preset.HLS {
    /// Reads how a folder is made, as an earlier version wrote it too.
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
    /// In bytes.
    static let maxFileSize = 1 << 20

    /// Reads a preset of one's own: a JSON5 file of at most 1 MiB.
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
    /// The file of an output by which it is known again: itself, or what lists all that is in a folder.
    package func mark(of output: String) -> String { hls == nil ? output : Self.folderMark(of: output) }

    /// As `mark(of:)`, of an HLS folder.
    package static func folderMark(of output: String) -> String { output + "/" + HLSManifest.fileName }
}
