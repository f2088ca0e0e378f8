package import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline

/// A converter of single frames to the size and colour space of the output. It caches the last result.
package final class FrameFitter {
    /// The properties of the input for which a filter graph was made. Other frames need another graph.
    private struct Kind: Equatable {
        let width: Int
        let height: Int
        let format: Int32
        let colours: ColourSpace
        let hasFullRange: Bool

        init(_ frame: Frame) {
            (width, height, format) = (frame.width, frame.height, frame.pointer.pointee.format)
            (colours, hasFullRange) = (ColourSpace(frame), frame.hasFullRange)
        }
    }

    /// The time base of the filter graphs. Frames are scaled one by one, so their times do not matter.
    private static let timeBase = Rational.oneOver(90_000)

    private let geometry: FrameGeometry?
    private let fitting: FrameFitting
    private let colours: ColourSpace
    private let pixelAspect: (Int, Int)
    private let isMirrored: Bool
    private var graph: (FilterGraph, Kind)?
    private var last: (source: Frame, fitted: Frame)?

    /// - Parameters:
    ///   - width: The width of the output, even.
    ///   - height: The height of the output, even.
    ///   - colours: The colour space of the output.
    ///   - geometry: The rotation and crop, or nil if there are none.
    ///   - pixelAspect: The pixel aspect ratio of the input, width and height.
    ///   - isMirrored: True to exchange left and right.
    package init(
        width: Int, height: Int, colours: ColourSpace, geometry: FrameGeometry? = nil,
        pixelAspect: (Int, Int) = (1, 1), isMirrored: Bool = false
    ) {
        self.geometry = geometry
        fitting = FrameFitting(
            width: width, height: height, to: colours, flags: "bicubic+accurate_rnd+full_chroma_int")
        self.colours = colours
        (self.pixelAspect, self.isMirrored) = (pixelAspect, isMirrored)
    }

    /// Creates a converter that fills the output with the middle of its input and crops the rest.
    /// - Parameters:
    ///   - size: The size of the output, in pixels; even.
    ///   - input: The size of the input, in pixels.
    convenience init(
        filling size: (width: Int, height: Int), with input: (width: Int, height: Int), colours: ColourSpace
    ) {
        self.init(
            width: size.width, height: size.height, colours: colours,
            geometry: FrameGeometry(
                width: input.width, height: input.height, crop: FrameRectangle.middle(of: input, shape: size)))
    }

    /// Converts a frame. Its time is not kept.
    package func fit(_ frame: Frame) throws -> Frame {
        if let last, last.source === frame { return last.fitted }
        let graph = try graph(for: frame)
        try graph.push(frame.stamped(pts: 0))
        guard case .next(let fitted) = try graph.pull() else {
            throw FFmpegError(.invalidData, operation: "scale", subject: "a frame")
        }
        let tagged = try fitted.tagged(colours)
        last = (frame, tagged)
        return tagged
    }

    private func graph(for frame: Frame) throws -> FilterGraph {
        let kind = Kind(frame)
        if let graph, graph.1 == kind { return graph.0 }
        let shape = geometry?.filters(hasSquarePixels: pixelAspect.0 == pixelAspect.1) ?? ""
        let made = try FilterGraph.open(
            "[in0]\(shape)\(isMirrored ? "hflip," : "")\(fitting.filters(for: frame))[out]",
            inputs: [
                .video(like: frame, timeBase: Self.timeBase, sampleAspectRatio: pixelAspect)
            ])
        graph = (made, kind)
        return made
    }
}

extension FrameRectangle {
    /// Returns the largest centred part of a frame that has an aspect ratio, or nil if the frame's size is invalid.
    static func middle(
        of frame: (width: Int, height: Int), shape: (width: Int, height: Int)
    ) -> FrameRectangle? {
        let width = min(frame.width, frame.height * shape.width / shape.height)
        let height = min(frame.height, frame.width * shape.height / shape.width)
        return FrameRectangle(
            x: (frame.width - width) / 2 & ~1, y: (frame.height - height) / 2 & ~1, width: max(2, width),
            height: max(2, height))
    }
}
