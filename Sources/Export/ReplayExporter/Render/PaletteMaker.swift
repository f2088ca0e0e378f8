import FFmpeg
import FFmpegFilter
import MediaTime

/// Finds the 256 colours of a GIF in all frames that it will show.
final class PaletteMaker {
    private let rate: FrameRate?
    private var graph: FilterGraph?
    private let timeBase = Rational.oneOver(ExportPlan.timescale)

    /// - Parameter rate: the output's.
    init(rate: FrameRate?) { self.rate = rate }

    /// Takes a frame that is shown from `time` on, in ticks of the output.
    func append(_ frame: Frame, at time: Int64) throws {
        let graph = try graph ?? makeGraph(for: frame)
        self.graph = graph
        try graph.push(try frame.stamped(pts: time))
    }

    /// The palette, a frame of 256 pixels; nil where no frame came.
    /// - Parameter end: of the output.
    func finish(at end: Int64) throws -> Frame? {
        guard let graph else { return nil }
        try graph.close(at: end)
        guard case .next(let palette) = try graph.pull() else { return nil }
        return palette
    }

    /// Weighs what changes more than what stands still. A GIF that is shorter than a frame shows that frame.
    private func makeGraph(for frame: Frame) throws -> FilterGraph {
        let rateFilter = rate.map { "\($0.filter):round=up," } ?? ""
        return try FilterGraph.open(
            "[in0]\(rateFilter)palettegen=stats_mode=full[out]",
            inputs: [.video(like: frame, timeBase: timeBase, sampleAspectRatio: (1, 1))])
    }
}
