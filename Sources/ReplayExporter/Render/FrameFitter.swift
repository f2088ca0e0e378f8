import FFmpeg
import FFmpegFilter
import MediaTime

/// Brings frames to the size and the colours of the output, each by itself. Remembers the last one.
final class FrameFitter {
    /// What a graph was made for; another kind of frame takes another.
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
    ///   - rotation: clockwise degrees by which frames are turned: 0, 90, 180 or 270.
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

    /// The frame as the output shows it; its time is not kept.
    func fit(_ frame: Frame) throws -> Frame {
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
        let made = try FilterGraph.open(
            "[in0]\(turn)\(fitting.filters(for: frame))[out]",
            inputs: [
                .video(like: frame, timeBase: .oneOver(ExportPlan.timescale), sampleAspectRatio: pixelAspect)
            ])
        graph = (made, kind)
        return made
    }
}

/// Makes the frames of the output out of those of the recording: fits screen and camera, and puts them together.
final class FrameComposer {
    private let screen: FrameFitter
    private let camera: (fitter: FrameFitter, place: CameraPlacement.Rectangle)?

    /// - Parameter pixelAspect: of one pixel of the recording, width and height.
    init(_ plan: ExportPlan, pixelAspect: (Int, Int)) {
        screen = FrameFitter(
            width: plan.width, height: plan.height, colours: plan.colours, rotation: plan.rotation,
            pixelAspect: pixelAspect)
        camera = plan.camera.map {
            (FrameFitter(width: $0.width, height: $0.height, colours: plan.colours), $0)
        }
    }

    /// For frames that are as the output has them but for the camera.
    /// - Parameters:
    ///   - width: in pixels, even.
    ///   - height: in pixels, even.
    ///   - rectangle: where the camera is shown; nil: nowhere.
    init(width: Int, height: Int, colours: ColourSpace, camera rectangle: CameraPlacement.Rectangle?) {
        screen = FrameFitter(width: width, height: height, colours: colours)
        camera = rectangle.map { (FrameFitter(width: $0.width, height: $0.height, colours: colours), $0) }
    }

    /// What the output shows; its time is not kept.
    func compose(_ shown: ShownFrame<Frame>) throws -> Frame { try compose(shown.screen, camera: shown.camera) }

    /// What the output shows of a frame of the screen and, where it has begun, one of the camera.
    func compose(_ frame: Frame, camera image: Frame?) throws -> Frame {
        let fitted = try screen.fit(frame)
        guard let camera, let image else { return fitted }
        return try fitted.covered(by: try camera.fitter.fit(image), x: camera.place.x, y: camera.place.y)
    }
}
