package import FFmpeg
import MediaTime
package import ReplayTimeline

/// A compositor that makes the frames of the output from those of the recording. It scales the screen, draws the
/// pointer, applies the effects, overlays the camera and draws texts. A zoom is applied to the frame with its hidden
/// parts, before the camera is overlaid.
package final class FrameComposer {
    private let screen: FrameFitter?
    private let camera: CameraOverlay?
    /// The pointer is drawn on the screen before the effects, so that it never shows over a hidden part.
    private let pointer: FramePointer
    private let zoom: FrameZoom
    private let effects: FrameEffects

    /// - Parameters:
    ///   - composition: The appearance of the frames.
    ///   - timescale: The time scale of the recording.
    ///   - pixelAspect: The pixel aspect ratio of the recording, width and height. Nil if its frames need no scaling.
    package init(_ composition: Composition, timescale: Int32, pixelAspect: (Int, Int)?) {
        screen = pixelAspect.map {
            FrameFitter(
                width: composition.width, height: composition.height, colours: composition.colours,
                geometry: composition.geometry, pixelAspect: $0)
        }
        let (geometry, colours) = (composition.geometry, composition.colours)
        camera = composition.cameraLayout.map { CameraOverlay($0, colours: colours) }
        let size = (composition.width, composition.height)
        pointer = FramePointer(
            composition.pointer, timescale: timescale, geometry: geometry, size: size, colours: colours)
        zoom = FrameZoom(composition.zooms, timescale: timescale, geometry: geometry, colours: colours, size: size)
        effects = FrameEffects(
            composition.effects, images: composition.images, texts: composition.texts, timescale: timescale,
            geometry: geometry, colours: colours, size: size)
    }

    /// Creates a composer for the small frames of a proxy, which are already rotated for display.
    /// - Parameters:
    ///   - width: The width of the proxy’s frames, in pixels, even.
    ///   - height: The height of the proxy’s frames, in pixels, even.
    ///   - geometry: The geometry of the export.
    ///   - layout: The placement of the camera, or nil if it is not shown.
    package init(
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

    /// Composes a frame from a frame of the screen and, if it has started, a frame of the camera. Its time is not kept.
    /// - Parameter time: The time in the recording, in its ticks.
    package func compose(_ frame: Frame, camera image: Frame?, at time: Int64) throws -> Frame {
        let made = try pointer.apply(to: try screen?.fit(frame) ?? frame, at: time)
        guard let window = zoom.area(at: time) else {
            return try effects.apply(to: try withCamera(image, over: made, at: time), at: time)
        }
        // The camera keeps its place and size. Hidden parts stay hidden while the zoom moves.
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
