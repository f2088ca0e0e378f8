import FFmpeg
import FFmpegFilter
import MediaTime

/// Brings pictures to the size and the colours of the output, each by itself. Remembers the last one.
final class PictureFitter {
    /// What a graph was made for; another kind of picture takes another.
    private struct Kind: Equatable {
        let width: Int
        let height: Int
        let format: Int32
        let colours: ColourSpace
        let hasFullRange: Bool

        init(_ picture: Frame) {
            (width, height, format) = (picture.width, picture.height, picture.pointer.pointee.format)
            (colours, hasFullRange) = (ColourSpace(picture), picture.hasFullRange)
        }
    }

    private let turn: String
    private let fitting: FrameFitting
    private let colours: ColourSpace
    private let pixelAspect: (Int, Int)
    private var graph: (FilterGraph, Kind)?
    private var last: (source: Frame, fitted: Frame)?

    /// - Parameters:
    ///   - width: of what comes out, even.
    ///   - height: of what comes out, even.
    ///   - colours: of what comes out.
    ///   - rotation: clockwise degrees by which pictures are turned: 0, 90, 180 or 270.
    ///   - pixelAspect: of one pixel of what comes in, width and height.
    init(
        width: Int, height: Int, colours: ColourSpace, rotation: Int = 0, pixelAspect: (Int, Int) = (1, 1)
    ) {
        turn = [90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock,"][rotation] ?? ""
        fitting = FrameFitting(
            width: width, height: height, to: colours, flags: "bicubic+accurate_rnd+full_chroma_int")
        self.colours = colours
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
        let tagged = try fitted.tagged(colours)
        last = (picture, tagged)
        return tagged
    }

    private func graph(for picture: Frame) throws -> FilterGraph {
        let kind = Kind(picture)
        if let graph, graph.1 == kind { return graph.0 }
        let made = try FilterGraph.open(
            "[in0]\(turn)\(fitting.filters(for: picture))[out]",
            inputs: [
                .video(like: picture, timeBase: .oneOver(ExportPlan.timescale), sampleAspectRatio: pixelAspect)
            ])
        graph = (made, kind)
        return made
    }
}
