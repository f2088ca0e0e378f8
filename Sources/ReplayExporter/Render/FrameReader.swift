import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Gives the frames of a video track in the order in which they are shown, from any instant on.
final class FrameReader: FrameTrack {
    private let samples: SampleTable
    private let decoder: TrackDecoder
    /// The frame after `current`, decoded ahead, for its time says how long `current` is shown.
    private var upcoming: Frame?

    /// The frame at the reader's instant.
    private(set) var current: Frame?

    convenience init(_ movie: MovieReader, track: Int) throws { try self.init(movie, track: track, threads: 2) }

    /// - Parameter threads: how many threads may decode; each holds frames of its own.
    init(_ movie: MovieReader, track: Int, threads: Int) throws {
        samples = movie.index.tracks[track].samples
        decoder = try TrackDecoder(movie, track: track, threads: threads)
    }

    var currentTime: Int64? { current?.bestEffortPTS }

    func seek(to time: Int64, from keyframe: Int64) throws {
        let start = samples.lastIndex { $0.isKeyframe && $0.pts <= keyframe } ?? 0
        let isBehind = currentTime.map { $0 > time } ?? true
        if isBehind || start > decoder.nextSample {
            decoder.seek(toSample: start)
            (current, upcoming) = (nil, nil)
            current = try decoder.nextFrame()
            upcoming = try decoder.nextFrame()
        }
        while let pts = upcoming?.bestEffortPTS, pts <= time { try advance() }
    }

    var nextTime: Int64? { upcoming?.bestEffortPTS }

    func advance() throws {
        current = upcoming
        upcoming = try decoder.nextFrame()
    }
}
