import FFmpeg
import MediaTime
import ReplayMovie
import ReplayLibrary

/// Gives the frames of a video track in the order in which they are shown, from any instant on.
final class FrameReader: FrameTrack {
    private let movie: MovieReader
    private let track: Int
    private let samples: [MovieIndex.Sample]
    private let decoder: Decoder
    private var nextSample = 0
    private var isDrained = false
    /// The frame after `current`, decoded ahead, for its time says how long `current` is shown.
    private var upcoming: Frame?

    /// The frame at the reader's instant.
    private(set) var current: Frame?

    init(_ movie: MovieReader, track: Int) throws {
        self.movie = movie
        self.track = track
        samples = movie.index.tracks[track].samples
        let stream = movie.streams[track]
        decoder = try Decoder.open(
            stream.parameters, timeBase: movie.index.tracks[track].timeBase, threads: 2)
    }

    var currentTime: Int64? { current?.bestEffortPTS }

    func seek(to time: Int64, from keyframe: Int64) throws {
        let start = samples.lastIndex { $0.isKeyframe && $0.pts <= keyframe } ?? 0
        let isBehind = currentTime.map { $0 > time } ?? true
        if isBehind || start > nextSample {
            decoder.reset()
            (nextSample, isDrained, current, upcoming) = (start, false, nil, nil)
            current = try decode()
            upcoming = try decode()
        }
        while let pts = upcoming?.bestEffortPTS, pts <= time { try advance() }
    }

    var nextTime: Int64? { upcoming?.bestEffortPTS }

    func advance() throws {
        current = upcoming
        upcoming = try decode()
    }

    private func decode() throws -> Frame? {
        while true {
            switch try decoder.receive() {
            case .next(let frame): return frame
            case .end: return nil
            case .again: try feed()
            }
        }
    }

    private func feed() throws {
        guard nextSample < samples.count else {
            if !isDrained { _ = try decoder.send(nil) }
            isDrained = true
            return
        }
        // A damaged packet costs its frame, not the export: what stays on the screen is the one before.
        let packet = try movie.packet(track: track, sample: nextSample)
        _ = try movie.verify(at: samples[nextSample].offset)
        _ = try? decoder.send(packet)
        nextSample += 1
    }
}
