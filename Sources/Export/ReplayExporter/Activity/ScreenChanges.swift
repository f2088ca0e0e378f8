import MediaTime
import ReplayMovie

/// When the screen changed, by the sizes of coded frames: nothing is decoded.
struct ScreenChanges {
    private let track: MovieIndex.Track
    /// A frame of at most so many bytes, no keyframe, shows what the one before it shows.
    private let repeatedSize: Int32

    /// - Parameters:
    ///   - isRecorded: whether Replay's recorder made the movie: it writes a frame only when the screen has changed, or as a
    ///     keyframe.
    ///   - width: of the frame, in pixels.
    ///   - height: likewise.
    init(of track: MovieIndex.Track, isRecorded: Bool, width: Int, height: Int) {
        self.track = track
        // A frame that repeats the one before is a header and a run of skipped macroblocks, of which CABAC codes each in
        // some twentieth of a bit.
        let macroblocks = (width + 15) / 16 * ((height + 15) / 16)
        repeatedSize = isRecorded ? 0 : Int32(clamping: 24 + macroblocks / 160)
    }

    /// In decoding order. The first frame changes nothing.
    var times: [MediaTime] {
        var changes: [MediaTime] = []
        var lastKeyframe: Int32?
        for sample in track.samples {
            if sample.isKeyframe {
                if let lastKeyframe, !Self.isSame(sample.size, lastKeyframe) { changes.append(time(sample)) }
                lastKeyframe = sample.size
            } else if sample.size > repeatedSize {
                changes.append(time(sample))
            }
        }
        return changes
    }

    /// Whether two keyframes may well show the same. Encoders that look ahead spend a little more or less on one than on
    /// the other.
    private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
        abs(first - second) <= max(32, min(first, second) / 64)
    }

    private func time(_ sample: MovieIndex.Sample) -> MediaTime {
        MediaTime(value: sample.pts, timescale: track.timescale)
    }
}
