import Descriptors
import FFmpeg
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The settings of an import attempt, as earlier attempts have shown them to be necessary.
struct ImportAttempt {
    /// The duration by which the decoding times of the video are moved to earlier times, in its ticks.
    var lead: Int64 = 0
    /// True if the video is re-encoded although MP4 supports its codec, because the size of its frames changes.
    var encodesVideo = false
}

/// An open movie, with its imported tracks and their times in the recording.
struct ImportSource {
    let path: String
    let demuxer: Demuxer
    let choice: TrackChoice
    let timeline: ImportTimeline
    /// True if all tracks are re-encoded, because the movie's edit list does more than hide parts.
    private(set) var encodesAll = false
    /// The times of frames that no decoder shows, in ticks of the video.
    private(set) var unshown: Set<Int64> = []
    /// The reconstruction of presentation times, if the movie does not have them.
    private var times: PresentationTimes?
    private var isAtEnd = false

    private init(_ path: String, demuxer: Demuxer, choice: TrackChoice, timeline: ImportTimeline) {
        (self.path, self.demuxer, self.choice, self.timeline) = (path, demuxer, choice, timeline)
    }

    /// Opens a movie.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`.
    static func open(_ path: String) throws -> ImportSource {
        let demuxer = try Self.demuxer(path)
        let choice = try TrackChoice(of: demuxer, path: path)
        let video = choice.tracks[0]
        guard let lists = try hidingLists(of: path, for: choice, streams: demuxer.streams.count) else {
            var source = ImportSource(
                path, demuxer: demuxer, choice: choice, timeline: ImportTimeline(choice.tracks, of: demuxer))
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
            var source = ImportSource(
                path, demuxer: demuxer, choice: choice, timeline: ImportTimeline(choice.tracks, of: demuxer))
            source.encodesAll = true
            return source
        }
        let raw = try Self.demuxer(path, ignoresEditLists: true)
        return ImportSource(path, demuxer: raw, choice: try TrackChoice(of: raw, path: path), timeline: timeline)
    }

    /// Reads the next packet, or returns nil at the end.
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

    /// Returns the edit lists of a movie, by the stream's index, or nil if they hide none of the imported media.
    private static func hidingLists(of path: String, for choice: TrackChoice, streams: Int) throws -> [EditList?]? {
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
        // Opening a pipe must not block before its type is known.
        let file = try OwnedDescriptor(opening: path, mode: .readOnly, options: .nonBlocking)
        guard (try? file.descriptor.stat().type) == .regular else { throw MovieError(path: path, reason: .noFile) }
        let io = try IOContext(file, mode: .read)
        do {
            return try Demuxer.open(io, name: path, ignoresEditLists: ignoresEditLists)
        } catch  where [.invalidData, .invalidArgument, .demuxerNotFound].contains(error.code) {
            // FFmpeg reports invalid data in several ways if the bytes look like another format's.
            throw MovieError(path: path, reason: isEncrypted(path) ? .encrypted : .noHeader)
        }
    }

    /// Returns true if the header of a fragmented movie indicates encryption (`sinf`, ISO/IEC 14496-12). FFmpeg cannot
    /// open all such files.
    private static func isEncrypted(_ path: String) -> Bool {
        var start = [UInt8](repeating: 0, count: 64 << 10)
        // A file that cannot be read has no header either.
        guard let file = try? OwnedDescriptor(opening: path, mode: .readOnly, options: .nonBlocking),
            let count = try? start.withUnsafeMutableBytes({ try file.descriptor.read(into: $0) })
        else { return false }
        func names(_ box: String) -> Bool { start.prefix(count).firstRange(of: Array(box.utf8)) != nil }
        return names("sinf") && (names("encv") || names("enca"))
    }
}
