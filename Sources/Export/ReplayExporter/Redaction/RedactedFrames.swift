import MediaTime
import ReplayMovie
import ReplayTimeline

/// Which frames of a track a redaction encodes anew, and what of them it covers.
struct RedactedFrames {
    let track: Int
    let video: CopyableVideo
    let encoder: StitchingEncoder
    /// What is covered.
    let area: PixelArea
    /// When the frames are shown that are covered, in the track's ticks.
    let covered: ClosedRange<Int64>
    /// The places of those that are encoded anew, in decoding order: from the first that is covered to the end of the GOP of the
    /// last. What is decoded before it does not depend on it.
    let encoded: Range<Int>

    /// - Parameters:
    ///   - rectangle: of the frame as it is shown; nil: all of it.
    ///   - size: of the frame as it is shown, even.
    /// - Throws: why frames cannot be encoded so that they fit the others.
    init(
        _ movie: MovieReader, track: Int, range: TimeRange, rectangle: FrameRectangle?, size: (width: Int, height: Int)
    ) throws(Rendering.Obstacle) {
        let (stream, index) = (movie.streams[track], movie.index.tracks[track])
        let video = try CopyableVideo(movie, track: track)
        let times = index.samples.map(\.pts).sorted()
        let (start, end) = range.ticks(index.timescale)
        // The frame that is on the screen then has begun before.
        let first = max(0, times.partitioningIndex { $0 > start } - 1)
        let last = max(first, times.partitioningIndex { $0 >= end } - 1)
        covered = times[first]...times[last]
        let gops = video.gops.gops
        guard let firstGOP = gops.last(where: { $0.start <= times[first] }),
            let lastGOP = gops.last(where: { $0.start <= times[last] })
        else { throw .openGroups }
        // Without frames that are decoded before others that are shown first, places are in the order of times.
        let prefix = firstGOP.prefixes.last { $0.next <= times[first] }
        let begin = video.gops.reorderDepth == 0 ? first : prefix?.end ?? firstGOP.samples.lowerBound
        encoded = begin..<lastGOP.samples.upperBound
        let parameters = stream.parameters
        guard parameters.width % 2 == 0, parameters.height % 2 == 0 else { throw .unknownParameterSets }
        let shown = FrameGeometry(
            width: size.width, height: size.height, turn: QuarterTurn(rawValue: (360 - stream.rotation) % 360) ?? .none)
        guard let area = shown.place(rectangle, in: (parameters.width, parameters.height)) else { throw .geometry }
        encoder = try StitchingEncoder.open(for: video, parameters)
        (self.track, self.video, self.area) = (track, video, area)
    }
}

extension TimeRange {
    /// Both ends in ticks, outwards.
    func ticks(_ timescale: Int32) -> (start: Int64, end: Int64) {
        (start.converted(to: timescale, rounding: .down).value, end.converted(to: timescale, rounding: .up).value)
    }
}
