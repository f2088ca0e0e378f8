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

    /// What the next `seek` decodes; nil: all from its keyframe on.
    var selection: Selection?
    /// Whether only selected packets are decoded, and no others can follow them.
    private var hasSelected = false

    /// A part of a GOP.
    enum Selection {
        case packets([() throws -> Packet])
        /// What is left of the packets that were selected last, which show the instant too.
        case same
    }

    /// The frame at the reader's instant.
    private(set) var current: Frame?

    convenience init(_ movie: MovieReader, track: Int) throws { try self.init(movie, track: track, threads: 2) }

    /// - Parameters:
    ///   - threads: how many threads may decode; each holds frames of its own.
    ///   - isCropped: false: frames come with all that is coded, beyond what is shown.
    init(_ movie: MovieReader, track: Int, threads: Int, isCropped: Bool = true) throws {
        samples = movie.index.tracks[track].samples
        decoder = try TrackDecoder(movie, track: track, threads: threads, isCropped: isCropped)
    }

    var currentTime: Int64? { current?.bestEffortPTS }

    func seek(to time: Int64, from keyframe: Int64) throws {
        let isBehind = currentTime.map { $0 > time } ?? true
        switch selection.take() {
        case .packets(let packets):
            decoder.select(packets)
            hasSelected = true
            try begin()
        case .same where !isBehind: break
        case .same, nil:
            let start = start(of: samples.lastIndex { $0.isKeyframe && $0.pts <= keyframe } ?? 0)
            if isBehind || hasSelected || start > decoder.nextSample {
                decoder.seek(toSample: start)
                hasSelected = false
                try begin()
            }
        }
        while let pts = upcoming?.bestEffortPTS, pts <= time { try advance() }
    }

    /// Where decoding begins for the frames from a keyframe on. Where frames that are shown before it are decoded after it (an open
    /// GOP), a decoder that begins there lacks what they refer to, and libavcodec may lose later frames with them: then it is
    /// the keyframe before.
    private func start(of keyframe: Int) -> Int {
        guard keyframe + 1 < samples.count, samples[keyframe + 1].pts < samples[keyframe].pts else { return keyframe }
        return samples[..<keyframe].lastIndex(where: \.isKeyframe) ?? keyframe
    }

    private func begin() throws {
        (current, upcoming) = (nil, nil)
        current = try decoder.nextFrame()
        upcoming = try decoder.nextFrame()
    }

    var nextTime: Int64? { upcoming?.bestEffortPTS }

    func advance() throws {
        current = upcoming
        upcoming = try decoder.nextFrame()
    }
}
