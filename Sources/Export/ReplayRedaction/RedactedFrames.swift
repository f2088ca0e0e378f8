import MediaTime
import ReplayComposition
import ReplayMovie
import ReplayRendering
import ReplayTimeline

/// The frames of a track that a redaction re-encodes, and the area that it covers.
struct RedactedFrames {
    let track: Int
    let video: CopyableVideo
    let encoder: SpliceEncoder
    /// The covered area, in pixels of the coded frame.
    let area: PixelArea
    /// The times of the first and the last covered frame, in the track's ticks.
    let covered: ClosedRange<Int64>
    /// The indices of the re-encoded samples, in decoding order. They go from the first covered frame to the end of the
    /// last one's GOP. Frames decoded earlier do not depend on them.
    let encoded: Range<Int>

    /// - Parameters:
    ///   - movie: The movie.
    ///   - track: The index of the track.
    ///   - range: The range to cover, on the recording's clock.
    ///   - rectangle: The rectangle in the displayed frame, or nil for the whole frame.
    ///   - size: The size of the displayed frame, even.
    /// - Throws: `Rendering.Obstacle` if frames cannot be encoded so that they match the rest of the stream.
    init(
        _ movie: MovieReader, track: Int, range: TimeRange, rectangle: FrameRectangle?, size: (width: Int, height: Int)
    ) throws(Rendering.Obstacle) {
        let (stream, index) = (movie.streams[track], movie.index.tracks[track])
        let video = try CopyableVideo(movie, track: track)
        let times = index.samples.map(\.pts).sorted()
        let (start, end) = range.ticks(index.timescale)
        // The frame that is on the screen at the start began before it.
        let first = max(0, times.partitioningIndex { $0 > start } - 1)
        let last = max(first, times.partitioningIndex { $0 >= end } - 1)
        covered = times[first]...times[last]
        let gops = video.gops.gops
        guard let firstGOP = gops.last(where: { $0.start <= times[first] }),
            let lastGOP = gops.last(where: { $0.start <= times[last] })
        else { throw .openGroups }
        // Without reordering (B-frames), decoding order is presentation order.
        let prefix = firstGOP.prefixes.last { $0.next <= times[first] }
        let begin = video.gops.reorderDepth == 0 ? first : prefix?.end ?? firstGOP.samples.lowerBound
        encoded = begin..<lastGOP.samples.upperBound
        let parameters = stream.parameters
        guard parameters.width % 2 == 0, parameters.height % 2 == 0 else { throw .unknownParameterSets }
        let shown = FrameGeometry(
            width: size.width, height: size.height, turn: QuarterTurn(rawValue: (360 - stream.rotation) % 360) ?? .none)
        guard let area = shown.place(rectangle, in: (parameters.width, parameters.height)) else { throw .geometry }
        encoder = try SpliceEncoder.open(for: video, parameters)
        (self.track, self.video, self.area) = (track, video, area)
    }
}

extension TimeRange {
    /// Returns both ends in ticks, rounded outwards.
    func ticks(_ timescale: Int32) -> (start: Int64, end: Int64) {
        (start.converted(to: timescale, rounding: .down).value, end.converted(to: timescale, rounding: .up).value)
    }
}
