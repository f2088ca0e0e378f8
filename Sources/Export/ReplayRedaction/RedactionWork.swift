import FFmpeg
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// The changes of a redaction to a movie: the packets and their tracks.
struct RedactionWork {
    let movie: MovieReader
    let videos: [RedactedFrames]
    let audios: [RedactedTrack]
    /// True if audio is to be removed, even if the movie has none in the range.
    let removesAudio: Bool

    /// Determines the changes.
    /// - Throws: `RedactionError`, `EditError`.
    init(_ redaction: Redaction, in session: EditSession) throws {
        try Self.check(redaction, in: session)
        movie = session.movie
        removesAudio = redaction.audio != .none
        audios = try RedactedTrack.tracks(of: redaction, in: movie)
        videos = try Self.videos(of: redaction, session)
        guard !videos.isEmpty || !audios.isEmpty else { throw RedactionError.nothing }
    }

    private static func check(_ redaction: Redaction, in session: EditSession) throws(EditError) {
        let (range, duration) = (redaction.range, session.edit.duration)
        guard range.start >= .zero, range.end <= duration else { throw .outsideRecording(range, duration: duration) }
        guard range.start < range.end else { throw .emptyRange(range) }
        let (width, height) = session.frameSize
        if case .rectangle(let rectangle) = redaction.frames, !rectangle.fits(width: width, height: height) {
            throw .outsideFrame(rectangle, width: width, height: height)
        }
    }

    private static func videos(of redaction: Redaction, _ session: EditSession) throws(RedactionError)
        -> [RedactedFrames]
    {
        let movie = session.movie
        var videos: [RedactedFrames] = []
        for (place, track) in movie.index.tracks.enumerated() where track.kind == .video && !track.samples.isEmpty {
            let isScreen = place == movie.index.videoTrack
            let rectangle: FrameRectangle?
            switch redaction.frames {
            case .none: continue
            case .whole: rectangle = nil
            // A rectangle of the screen does not apply to the camera.
            case .rectangle(let area):
                guard isScreen else { continue }
                rectangle = area
            }
            // The camera may have been connected after the range.
            let begin = track.samples.lazy.map(\.pts).min() ?? 0
            guard begin < redaction.range.ticks(track.timescale).end else { continue }
            let shown = movie.streams[place].shownSize
            do throws(Rendering.Obstacle) {
                videos.append(
                    try RedactedFrames(
                        movie, track: place, range: redaction.range, rectangle: rectangle,
                        size: isScreen ? session.frameSize : (shown.width & ~1, shown.height & ~1)))
            } catch {
                throw .frames(error)
            }
        }
        return videos
    }

    /// The packets of each track that may be rewritten.
    var changes: [Int: Range<Int>] {
        var changes = Dictionary(uniqueKeysWithValues: videos.map { ($0.track, $0.encoded) })
        for audio in audios { changes[audio.track] = audio.range.widest }
        return changes
    }

    /// The packets of each track that the movie no longer contains afterwards.
    var removed: [Int: Range<Int>] {
        var removed = Dictionary(uniqueKeysWithValues: videos.map { ($0.track, $0.encoded) })
        for audio in audios { removed[audio.track] = audio.range.packets }
        return removed
    }

    /// The packets of each track that contain hidden content. Other frames of their GOPs are also re-encoded, but the
    /// new movie shows them.
    var hidden: [Int: [Int]] {
        var hidden = audios.reduce(into: [:]) { $0[$1.track] = Array($1.range.packets) }
        for video in videos {
            let samples = movie.index.tracks[video.track].samples
            hidden[video.track] = video.encoded.filter { video.covered.contains(samples[$0].pts) }
        }
        return hidden
    }
}
