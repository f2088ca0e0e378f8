import FFmpeg
import MediaTime
import ReplayTimeline

/// Makes the frames of the output out of those of the recording: fits the screen, shows the pointer, puts the camera over it,
/// hides what is hidden, and draws texts. Where it shows a part alone, that is taken once all is hidden, and before the camera comes over it.
final class FrameComposer {
    private let screen: FrameFitter?
    private let camera: CameraOverlay?
    /// Of the screen, so that nothing of it is seen over what is hidden.
    private let pointer: FramePointer
    private let zoom: FrameZoom
    private let effects: FrameEffects

    /// - Parameters:
    ///   - timescale: of the recording.
    ///   - pixelAspect: of one pixel of the recording, width and height; nil: its frames are as the output has them.
    init(_ plan: ExportPlan, timescale: Int32, pixelAspect: (Int, Int)?) {
        screen = pixelAspect.map {
            FrameFitter(
                width: plan.width, height: plan.height, colours: plan.colours, geometry: plan.geometry, pixelAspect: $0)
        }
        camera = plan.cameraLayout.map { CameraOverlay($0, colours: plan.colours) }
        let size = (plan.width, plan.height)
        pointer = FramePointer(
            plan.pointer, timescale: timescale, geometry: plan.geometry, size: size, colours: plan.colours)
        zoom = FrameZoom(
            plan.zooms, timescale: timescale, geometry: plan.geometry, colours: plan.colours, size: size)
        effects = FrameEffects(
            plan.effects, images: plan.images, texts: plan.texts, timescale: timescale, geometry: plan.geometry,
            colours: plan.colours, size: size)
    }

    /// For the small frames of a proxy, which are turned as the recording is shown.
    /// - Parameters:
    ///   - width: of the proxy’s frames, in pixels, even.
    ///   - height: as `width`.
    ///   - geometry: of the export.
    ///   - layout: where the camera is shown; nil: nowhere.
    init(
        proxyWidth width: Int, height: Int, colours: ColourSpace, geometry: FrameGeometry, edit: Edit,
        images: EffectImages, pointer: DrawnPointer, timescale: Int32, camera layout: CameraLayout?
    ) {
        let small = geometry.scaled(toWidth: width, height: height)
        screen = FrameFitter(
            width: small.output.width, height: small.output.height, colours: colours, geometry: small)
        camera = layout.map { CameraOverlay($0, colours: colours) }
        self.pointer = FramePointer(
            pointer, timescale: timescale, geometry: geometry, size: small.output, colours: colours)
        zoom = FrameZoom(
            edit.zooms, timescale: timescale, geometry: geometry, colours: colours, size: small.output)
        effects = FrameEffects(
            edit.videoEffects, images: images, texts: edit.titles.map(DrawnText.init), timescale: timescale,
            geometry: geometry, colours: colours, size: small.output)
    }

    /// What the output shows; its time is not kept.
    func compose(_ shown: ShownFrame<Frame>) throws -> Frame {
        try compose(shown.screen, camera: shown.camera, at: shown.place.time)
    }

    /// What the output shows of a frame of the screen and, where it has begun, one of the camera.
    /// - Parameter time: when in the recording, in its ticks.
    func compose(_ frame: Frame, camera image: Frame?, at time: Int64) throws -> Frame {
        let made = try pointer.apply(to: try screen?.fit(frame) ?? frame, at: time)
        guard let window = zoom.area(at: time) else {
            return try effects.apply(to: try withCamera(image, over: made, at: time), at: time)
        }
        // The camera keeps its place and its size, and what is hidden stays hidden on its way.
        let part = try zoom.enlarge(window, of: try effects.hide(in: made, at: time))
        return try effects.apply(
            to: try withCamera(image, over: part, at: time), seenThrough: window,
            hasCamera: image != nil && camera?.isShown(at: time) ?? false,
            at: time)
    }

    private func withCamera(_ image: Frame?, over frame: Frame, at time: Int64) throws -> Frame {
        guard let camera, let image else { return frame }
        return try camera.cover(frame, by: image, at: time)
    }
}
