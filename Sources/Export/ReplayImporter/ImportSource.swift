import Descriptors
import FFmpeg
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The way in which a movie is imported, as far as earlier attempts have shown that it must be.
struct ImportAttempt {
    /// By how much the decoding times of the video are moved forward, in its ticks.
    var lead: Int64 = 0
    /// True if the video is encoded anew although MP4 takes it, because the size of its frames changes.
    var encodesVideo = false
}

/// An open movie: which of its tracks are taken, and where they stand in the recording.
struct ImportSource {
    let path: String
    let demuxer: Demuxer
    let choice: TrackChoice
    let timeline: ImportTimeline
    /// True if all tracks are encoded anew, because the movie's edit list does more than to hide parts.
    private(set) var encodesAll = false
    /// The times of frames that no decoder shows, in ticks of the video.
    private(set) var unshown: Set<Int64> = []
    /// Makes the times of frames, if the movie does not have them.
    private var times: PresentationTimes?
    private var isAtEnd = false

    private init(_ path: String, _ demuxer: Demuxer, _ choice: TrackChoice, _ timeline: ImportTimeline) {
        (self.path, self.demuxer, self.choice, self.timeline) = (path, demuxer, choice, timeline)
    }

    /// Opens a movie.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    static func open(_ path: String) throws -> ImportSource {
        let demuxer = try Self.demuxer(path)
        let choice = try TrackChoice(of: demuxer, path: path)
        let video = choice.tracks[0]
        guard let lists = try hidingLists(path, choice, streams: demuxer.streams.count) else {
            var source = ImportSource(path, demuxer, choice, ImportTimeline(choice.tracks, of: demuxer))
            source.times = try PresentationTimes(video, in: demuxer)
            if source.times != nil {
                demuxer.keepMissingTimes()
            } else if Muxer.accepts(video.parameters) {
                source.unshown = try UnshownFrames(of: video, in: try Self.demuxer(path)).times
            }
            return source
        }
        let survey = try VideoSurvey(of: video, in: try Self.demuxer(path, ignoresEditLists: true))
        guard let timeline = ImportTimeline(choice.tracks, lists: lists, survey: survey) else {
            var source = ImportSource(path, demuxer, choice, ImportTimeline(choice.tracks, of: demuxer))
            source.encodesAll = true
            return source
        }
        let raw = try Self.demuxer(path, ignoresEditLists: true)
        return ImportSource(path, raw, try TrackChoice(of: raw, path: path), timeline)
    }

    /// The next packet, or nil at the end.
    mutating func read() throws -> Packet? {
        guard times != nil else { return try demuxer.read() }
        let video = choice.tracks[0].index
        while true {
            if let packet = times?.next() { return packet }
            guard !isAtEnd else { return nil }
            let packet = try demuxer.read()
            if let packet, packet.streamIndex != video { return packet }
            times?.take(packet)
            isAtEnd = packet == nil
        }
    }

    /// The edit lists of a movie that hides something of what is imported, by the stream's index; nil: it hides nothing.
    private static func hidingLists(_ path: String, _ choice: TrackChoice, streams: Int) throws -> [EditList?]? {
        guard let lists = try EditListReader.lists(of: path), lists.count == streams else { return nil }
        let isHiding = choice.tracks.contains { stream in
            guard let list = lists[stream.index], stream.timeBase == .oneOver(list.timescale) else { return false }
            return list.hidesMaterial(isVideo: stream.kind == .video)
        }
        return isHiding ? lists : nil
    }

    /// Opens a movie for reading.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    static func demuxer(_ path: String, ignoresEditLists: Bool = false) throws -> Demuxer {
        // A pipe must not stop us before it is known for one.
        let file = try OwnedDescriptor(opening: path, .readOnly, .nonBlocking)
        guard (try? file.descriptor.stat().type) == .regular else { throw MovieError(path: path, reason: .noFile) }
        let io = try IOContext(file, mode: .read)
        do {
            return try Demuxer.open(io, name: path, ignoresEditLists: ignoresEditLists)
        } catch  where [.invalidData, .invalidArgument, .demuxerNotFound].contains(error.code) {
            // Of bytes that look like another format's, FFmpeg says in several ways that they are not.
            throw MovieError(path: path, reason: isEncrypted(path) ? .encrypted : .noHeader)
        }
    }

    /// True if the header of a fragmented movie says so (`sinf`, ISO/IEC 14496-12): FFmpeg does not open all that are.
    private static func isEncrypted(_ path: String) -> Bool {
        var start = [UInt8](repeating: 0, count: 64 << 10)
        // One that cannot be read has no header either.
        guard let file = try? OwnedDescriptor(opening: path, .readOnly, .nonBlocking),
            let count = try? start.withUnsafeMutableBytes({ try file.descriptor.read(into: $0) })
        else { return false }
        func names(_ box: String) -> Bool { start.prefix(count).firstRange(of: Array(box.utf8)) != nil }
        return names("sinf") && (names("encv") || names("enca"))
    }
}
