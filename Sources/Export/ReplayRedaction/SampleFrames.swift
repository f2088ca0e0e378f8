import FFmpeg
import ReplayComposition
import ReplayMovie

/// The decoded frames of a track, by sample. Used from one thread. Ask for samples in ascending order if possible,
/// because the decoder otherwise restarts at a keyframe.
final class SampleFrames {
    private let samples: SampleTable
    private let decoder: TrackDecoder
    private var last: (time: Int64, frame: Frame)?

    init(_ movie: MovieReader, track: Int) throws {
        samples = movie.index.tracks[track].samples
        decoder = try TrackDecoder(movie, track: track)
    }

    /// Returns the frame of a sample.
    /// - Returns: The frame, or nil if it cannot be decoded.
    /// - Throws: `MovieError`, `FFmpegError`.
    func frame(ofSample sample: Int) throws -> Frame? {
        let time = samples[sample].pts
        if let last, last.time == time { return last.frame }
        let keyframe = samples[...sample].lastIndex { $0.isKeyframe } ?? 0
        if last.map({ $0.time > time || $0.time < samples[keyframe].pts }) ?? true { decoder.seek(toSample: keyframe) }
        last = nil
        while let frame = try decoder.nextFrame() {
            guard let shown = frame.bestEffortPTS, shown <= time else { return nil }
            guard shown == time else { continue }
            last = (time, frame)
            return frame
        }
        return nil
    }
}
