import FFmpeg

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

    /// What the output shows; its time is not kept.
    func compose(_ shown: ShownFrame<Frame>) throws -> Frame {
        let fitted = try screen.fit(shown.screen)
        guard let camera, let frame = shown.camera else { return fitted }
        return try fitted.covered(by: try camera.fitter.fit(frame), x: camera.place.x, y: camera.place.y)
    }
}
