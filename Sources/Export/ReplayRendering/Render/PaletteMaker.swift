import FFmpeg
import FFmpegFilter
import MediaTime

/// A maker of a GIF's palette, which has 256 colours and is computed from all frames.
final class PaletteMaker {
    private let rate: FrameRate?
    private var graph: FilterGraph?
    private let timeBase = Rational.oneOver(ExportPlan.timescale)

    /// - Parameter rate: The frame rate of the output.
    init(rate: FrameRate?) { self.rate = rate }

    /// Adds a frame that is shown from `time` on, in ticks of the output.
    func append(_ frame: Frame, at time: Int64) throws {
        let graph = try graph ?? makeGraph(for: frame)
        self.graph = graph
        try graph.push(try frame.stamped(pts: time))
    }

    /// Returns the palette, a frame of 256 pixels, or nil if there were no frames.
    /// - Parameter end: The end of the output, in its ticks.
    func finish(at end: Int64) throws -> Frame? {
        guard let graph else { return nil }
        try graph.close(at: end)
        guard case .next(let palette) = try graph.pull() else { return nil }
        return palette
    }

    /// Makes the filter graph. `round=up` lets a GIF that is shorter than one frame show that frame.
    private func makeGraph(for frame: Frame) throws -> FilterGraph {
        let rateFilter = rate.map { "\($0.filter):round=up," } ?? ""
        return try FilterGraph.open(
            "[in0]\(rateFilter)palettegen=stats_mode=full[out]",
            inputs: [.video(like: frame, timeBase: timeBase, sampleAspectRatio: (1, 1))])
    }
}
