package import FFmpeg
import MediaTime
import ReplayLibrary
package import ReplayMovie

/// A reader of a video track's frames in presentation order, from any instant.
package final class FrameReader: FrameTrack {
    private let samples: SampleTable
    private let decoder: TrackDecoder
    /// The frame after `current`. It is decoded ahead, because its time is the end of `current`.
    private var upcoming: Frame?

    /// The packets that the next `seek` decodes, or nil for all from its keyframe on.
    package var selection: Selection?
    /// True if only selected packets are decoded, so that no other packets can follow them.
    private var hasSelected = false

    /// A selection of packets in a GOP.
    package enum Selection {
        case packets([() throws -> Packet])
        /// The rest of the last selection, which also contains the new instant.
        case same
    }

    /// The frame at the current instant.
    package private(set) var current: Frame?

    package convenience init(_ movie: MovieReader, track: Int) throws { try self.init(movie, track: track, threads: 2) }

    /// - Parameters:
    ///   - movie: The movie.
    ///   - track: The index of the video track.
    ///   - threads: The number of decoding threads. Each thread holds frames of its own.
    ///   - isCropped: True if frames are cropped to the displayed area. If false, they have the whole coded area.
    package init(_ movie: MovieReader, track: Int, threads: Int, isCropped: Bool = true) throws {
        samples = movie.index.tracks[track].samples
        decoder = try TrackDecoder(movie, track: track, threads: threads, isCropped: isCropped)
    }

    package var currentTime: Int64? { current?.bestEffortPTS }

    package func seek(to time: Int64, from keyframe: Int64) throws {
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

    /// Returns the sample at which decoding begins for the frames from a keyframe on. In an open GOP, frames shown
    /// before the keyframe are decoded after it. A decoder that begins at the keyframe lacks their reference frames,
    /// and libavcodec may lose later frames too. In that case, decoding begins at the keyframe before.
    private func start(of keyframe: Int) -> Int {
        guard keyframe + 1 < samples.count, samples[keyframe + 1].pts < samples[keyframe].pts else { return keyframe }
        return samples[..<keyframe].lastIndex(where: \.isKeyframe) ?? keyframe
    }

    private func begin() throws {
        (current, upcoming) = (nil, nil)
        current = try decoder.nextFrame()
        upcoming = try decoder.nextFrame()
    }

    package var nextTime: Int64? { upcoming?.bestEffortPTS }

    package func advance() throws {
        current = upcoming
        upcoming = try decoder.nextFrame()
    }
}
