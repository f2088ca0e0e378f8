import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline

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

    private let geometry: FrameGeometry?
    private let fitting: FrameFitting
    private let colours: ColourSpace
    private let pixelAspect: (Int, Int)
    private var graph: (FilterGraph, Kind)?
    private var last: (source: Frame, fitted: Frame)?

    /// - Parameters:
    ///   - width: of what comes out, even.
    ///   - height: of what comes out, even.
    ///   - colours: of what comes out.
    ///   - geometry: how frames are turned and cropped; nil: not at all.
    ///   - pixelAspect: of one pixel of what comes in, width and height.
    init(
        width: Int, height: Int, colours: ColourSpace, geometry: FrameGeometry? = nil,
        pixelAspect: (Int, Int) = (1, 1)
    ) {
        self.geometry = geometry
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
        let shape = geometry?.filters(hasSquarePixels: pixelAspect.0 == pixelAspect.1) ?? ""
        let made = try FilterGraph.open(
            "[in0]\(shape)\(fitting.filters(for: frame))[out]",
            inputs: [
                .video(like: frame, timeBase: .oneOver(ExportPlan.timescale), sampleAspectRatio: pixelAspect)
            ])
        graph = (made, kind)
        return made
    }
}

/// Makes the frames of the output out of those of the recording: fits the screen, shows the pointer, puts the camera over it,
/// hides what is hidden, and draws texts.
final class FrameComposer {
    private let screen: FrameFitter?
    private let camera: (fitter: FrameFitter, place: CameraPlacement.Rectangle)?
    /// Of the screen, so that nothing of it is seen over what is hidden.
    private let pointer: FramePointer
    private let effects: FrameEffects

    /// - Parameters:
    ///   - timescale: of the recording.
    ///   - pixelAspect: of one pixel of the recording, width and height; nil: its frames are as the output has them.
    init(_ plan: ExportPlan, timescale: Int32, pixelAspect: (Int, Int)?) {
        screen = pixelAspect.map {
            FrameFitter(
                width: plan.width, height: plan.height, colours: plan.colours, geometry: plan.geometry, pixelAspect: $0)
        }
        camera = plan.camera.map {
            (FrameFitter(width: $0.width, height: $0.height, colours: plan.colours), $0)
        }
        pointer = FramePointer(
            plan.pointer, timescale: timescale, geometry: plan.geometry, size: (plan.width, plan.height),
            colours: plan.colours)
        effects = FrameEffects(
            plan.effects, texts: plan.texts, timescale: timescale, geometry: plan.geometry,
            size: (plan.width, plan.height))
    }

    /// For the small frames of a proxy, which are turned as the recording is shown.
    /// - Parameters:
    ///   - width: of the proxy’s frames, in pixels, even.
    ///   - height: as `width`.
    ///   - geometry: of the export.
    ///   - rectangle: where the camera is shown; nil: nowhere.
    init(
        proxyWidth width: Int, height: Int, colours: ColourSpace, geometry: FrameGeometry, effects: [VideoEffect],
        texts: [DrawnText], pointer: DrawnPointer, timescale: Int32, camera rectangle: CameraPlacement.Rectangle?
    ) {
        let small = geometry.scaled(toWidth: width, height: height)
        screen = FrameFitter(
            width: small.output.width, height: small.output.height, colours: colours, geometry: small)
        camera = rectangle.map { (FrameFitter(width: $0.width, height: $0.height, colours: colours), $0) }
        self.pointer = FramePointer(
            pointer, timescale: timescale, geometry: geometry, size: small.output, colours: colours)
        self.effects = FrameEffects(
            effects, texts: texts, timescale: timescale, geometry: geometry, size: small.output)
    }

    /// What the output shows; its time is not kept.
    func compose(_ shown: ShownFrame<Frame>) throws -> Frame {
        try compose(shown.screen, camera: shown.camera, at: shown.place.time)
    }

    /// What the output shows of a frame of the screen and, where it has begun, one of the camera.
    /// - Parameter time: when in the recording, in its ticks.
    func compose(_ frame: Frame, camera image: Frame?, at time: Int64) throws -> Frame {
        var made = try pointer.apply(to: try screen?.fit(frame) ?? frame, at: time)
        if let camera, let image {
            made = try made.covered(by: try camera.fitter.fit(image), x: camera.place.x, y: camera.place.y)
        }
        return try effects.apply(to: made, at: time)
    }
}
