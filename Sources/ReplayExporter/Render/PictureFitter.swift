import FFmpeg
import FFmpegFilter
import MediaTime

/// Brings pictures to the size and the colours of the output, each by itself. Remembers the last one.
final class PictureFitter {
    private let filters: String
    private let pixelAspect: (Int, Int)
    private var graph: (FilterGraph, width: Int, height: Int, format: Int32)?
    private var last: (source: Frame, fitted: Frame)?

    /// - Parameters:
    ///   - width: of what comes out, even.
    ///   - height: of what comes out, even.
    ///   - rotation: clockwise degrees by which pictures are turned: 0, 90, 180 or 270.
    ///   - pixelAspect: of one pixel of what comes in, width and height.
    init(width: Int, height: Int, rotation: Int, pixelAspect: (Int, Int)) {
        let turn = [90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock,"][rotation] ?? ""
        filters = """
            [in0]\(turn)scale=\(width):\(height):flags=bicubic+accurate_rnd+full_chroma_int\
            :out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p[out]
            """
        self.pixelAspect = pixelAspect
    }

    /// The picture as the output shows it; its time is not kept.
    func fit(_ picture: Frame) throws -> Frame {
        if let last, last.source === picture { return last.fitted }
        let graph = try graph(for: picture)
        try graph.push(picture.stamped(pts: 0))
        guard case .next(let fitted) = try graph.pull() else {
            throw FFmpegError(.invalidData, operation: "scale", subject: "a picture")
        }
        last = (picture, fitted)
        return fitted
    }

    private func graph(for picture: Frame) throws -> FilterGraph {
        let format = (picture.width, picture.height, picture.pointer.pointee.format)
        if let graph, (graph.width, graph.height, graph.format) == format { return graph.0 }
        let made = try FilterGraph.open(
            filters,
            inputs: [
                .video(like: picture, timeBase: .oneOver(ExportPlan.timescale), sampleAspectRatio: pixelAspect)
            ])
        graph = (made, format.0, format.1, format.2)
        return made
    }
}
