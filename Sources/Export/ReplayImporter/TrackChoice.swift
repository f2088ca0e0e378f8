import FFmpeg
import MediaTime
import ReplayLibrary

/// The tracks of a movie that are imported into a recording.
struct TrackChoice {
    /// The tracks. The first is the video.
    private(set) var tracks: [StreamInfo]
    /// The subtitle track that becomes the recording's captions.
    let captions: StreamInfo?
    /// A sentence for each track that is left out.
    let leftOut: [String]

    private static let maxAudioTracks = 8

    /// - Throws: `MovieError` if there is no video that can be decoded, or a track is out of bounds.
    init(of source: Demuxer, path: String) throws(MovieError) {
        let streams = source.streams
        let videos = streams.filter { $0.kind == .video }
        guard let video = Self.video(of: videos) else { throw Self.noVideo(among: videos, in: path) }
        try Self.check(video, in: path)
        let audio = streams.filter { $0.kind == .audio && Self.canDecode($0) }.prefix(Self.maxAudioTracks)
        tracks = [video] + audio
        guard tracks.allSatisfy(Self.isWithinBounds) else { throw MovieError(path: path, reason: .outOfBounds) }
        let texts = streams.filter(\.parameters.isTextSubtitle).filter(\.parameters.hasDecoder)
        captions = texts.first(where: \.isDefault) ?? texts.first
        let taken = Set((tracks + [captions].compactMap(\.self)).map(\.index))
        leftOut = streams.filter { !taken.contains($0.index) && !$0.holdsChapters }.map(Self.sentence)
    }

    /// Returns the first video track that is not a still image. A still image is used only if there is no other track.
    private static func video(of videos: [StreamInfo]) -> StreamInfo? {
        let decodable = videos.filter(\.parameters.hasDecoder)
        return decodable.first { !isStill($0) } ?? decodable.first
    }

    /// Returns true for a thumbnail. If a container has no frame count for a track of images, the track counts as one.
    private static func isStill(_ stream: StreamInfo) -> Bool {
        stream.parameters.isOfImages && stream.frameCount ?? 1 == 1
    }

    private static func noVideo(among videos: [StreamInfo], in path: String) -> MovieError {
        MovieError(path: path, reason: videos.first.map { .noDecoder($0.parameters.codecLabel) } ?? .noVideo)
    }

    private static func check(_ video: StreamInfo, in path: String) throws(MovieError) {
        let (width, height) = (video.parameters.width, video.parameters.height)
        guard width > 0, height > 0 else { throw MovieError(path: path, reason: .unknownSize) }
        guard width <= 16_384, height <= 16_384, width * height <= 128_000_000 else {
            throw MovieError(path: path, reason: .outOfBounds)
        }
    }

    private static func canDecode(_ stream: StreamInfo) -> Bool {
        stream.parameters.hasDecoder && stream.parameters.sampleRate > 0
    }

    /// The maximum sample rate, in Hz, above that of any audio device.
    private static let maxSampleRate = 768_000

    private static func isWithinBounds(_ stream: StreamInfo) -> Bool {
        stream.timeBase.denominator <= Int64(MediaTime.timescales.upperBound)
            && stream.parameters.sampleRate <= maxSampleRate
    }

    private static func sentence(_ stream: StreamInfo) -> String {
        let parameters = stream.parameters
        let track = "track \(stream.index + 1), \(parameters.mediaName) (\(parameters.codecLabel)), is left out"
        if stream.isAttachedPicture { return "\(track): it is cover art" }
        switch stream.kind {
        case .video where isStill(stream): return "\(track): it is one still image"
        case .video where parameters.hasDecoder: return "\(track): a recording has one video track"
        case .audio where canDecode(stream): return "\(track): a recording has at most \(maxAudioTracks) audio tracks"
        case .video, .audio: return "\(track): it cannot be decoded here"
        case .other: break
        }
        guard parameters.isSubtitle else { return "\(track): it is neither video, audio nor text" }
        guard parameters.isTextSubtitle else { return "\(track): its captions are images, not text" }
        return parameters.hasDecoder
            ? "\(track): a recording has one track of captions" : "\(track): it cannot be decoded here"
    }
}
