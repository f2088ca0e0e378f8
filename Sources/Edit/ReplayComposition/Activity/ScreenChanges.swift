import MediaTime
import ReplayMovie

/// The times at which the screen changed, found from the sizes of coded frames. Nothing is decoded.
struct ScreenChanges {
    private let track: MovieIndex.Track
    /// The largest size, in bytes, of a frame that repeats the previous frame and is not a keyframe.
    private let repeatedSize: Int32

    /// - Parameters:
    ///   - isRecorded: True if Replay's recorder made the movie. The recorder writes a frame only if the screen has
    ///     changed, or as a keyframe.
    ///   - width: The width of the frame, in pixels.
    ///   - height: The height of the frame, in pixels.
    init(of track: MovieIndex.Track, isRecorded: Bool, width: Int, height: Int) {
        self.track = track
        // A frame that repeats the previous one is a header and a run of skipped macroblocks. CABAC codes each skipped
        // macroblock in about 1/20 bit.
        let macroblocks = (width + 15) / 16 * ((height + 15) / 16)
        repeatedSize = isRecorded ? 0 : Int32(clamping: 24 + macroblocks / 160)
    }

    /// The times of the changes, in decoding order. The first frame is not a change.
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

    /// Returns true if two keyframes probably show the same content. Encoders with lookahead vary the size of equal
    /// keyframes a little.
    private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
        abs(first - second) <= max(32, min(first, second) / 64)
    }

    private func time(_ sample: MovieIndex.Sample) -> MediaTime {
        MediaTime(value: sample.pts, timescale: track.timescale)
    }
}
