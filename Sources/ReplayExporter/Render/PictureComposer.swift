import FFmpeg

/// Makes the pictures of the output out of those of the recording: fits screen and camera, and puts them together.
final class PictureComposer {
    private let screen: PictureFitter
    private let camera: (fitter: PictureFitter, place: CameraPlacement.Rectangle)?

    /// - Parameter pixelAspect: of one pixel of the recording, width and height.
    init(_ plan: ExportPlan, pixelAspect: (Int, Int)) {
        screen = PictureFitter(
            width: plan.width, height: plan.height, colours: plan.colours, rotation: plan.rotation,
            pixelAspect: pixelAspect)
        camera = plan.camera.map {
            (PictureFitter(width: $0.width, height: $0.height, colours: plan.colours), $0)
        }
    }

    /// What the output shows; its time is not kept.
    func compose(_ shown: ShownPicture<Frame>) throws -> Frame {
        let fitted = try screen.fit(shown.screen)
        guard let camera, let picture = shown.camera else { return fitted }
        return try fitted.covered(by: try camera.fitter.fit(picture), x: camera.place.x, y: camera.place.y)
    }
}
