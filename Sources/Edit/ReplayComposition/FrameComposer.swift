package import FFmpeg
import MediaTime
package import ReplayTimeline

/// A compositor that makes the frames of the output from those of the recording.
///
/// It scales the screen, draws the pointer's highlight and clicks, hides parts, zooms, and draws a pointer that was recorded
/// apart, and annotations. Then it puts the screen on the background of a style, overlays the camera, and draws watermarks,
/// shortcuts and texts.
package final class FrameComposer {
    private let screen: FrameFitter?
    private let camera: CameraOverlay?
    /// The highlight is drawn on the screen before the effects, so that it never shows over a hidden part.
    private let pointer: FramePointer
    private let zoom: FrameZoom
    private let effects: FrameEffects
    private let annotations: FrameAnnotations
    private let styled: StyledFrames
    /// The layout of the style, or nil if there is none.
    private let layout: StyleLayout?
    private let keys: FrameKeys

    /// - Parameters:
    ///   - composition: The appearance of the frames.
    ///   - timescale: The time scale of the recording.
    ///   - pixelAspect: The pixel aspect ratio of the recording, width and height. Nil if its frames need no scaling.
    package init(_ composition: Composition, timescale: Int32, pixelAspect: (Int, Int)?) {
        let (geometry, colours, layout) = (composition.geometry, composition.colours, composition.layout)
        let size = composition.screenSize
        screen = pixelAspect.map {
            FrameFitter(
                width: size.width, height: size.height, colours: colours, geometry: geometry, pixelAspect: $0)
        }
        camera = composition.cameraLayout.map { CameraOverlay($0, colours: colours) }
        pointer = FramePointer(
            composition.pointer, timescale: timescale, geometry: geometry, size: size, colours: colours)
        zoom = FrameZoom(
            composition.zooms, path: composition.pointer.path, timescale: timescale, geometry: geometry,
            colours: colours, size: size)
        effects = FrameEffects(
            composition.effects, images: composition.images, texts: composition.texts, timescale: timescale,
            geometry: geometry, colours: colours, size: size, layout: layout)
        annotations = FrameAnnotations(
            composition.annotations, images: composition.images, timescale: timescale, geometry: geometry,
            colours: colours, size: size, layout: layout)
        styled = StyledFrames(
            layout == nil ? .none : composition.style, canvas: composition.size, screen: size,
            images: composition.images, colours: colours)
        self.layout = layout
        keys = FrameKeys(
            composition.keys, timescale: timescale, colours: colours, size: (composition.width, composition.height),
            isClear: layout != nil && StyleLayout.isPortrait((composition.width, composition.height)))
    }

    /// Creates a composer for the small frames of a proxy, which are already rotated for display.
    /// - Parameters:
    ///   - width: The width of the proxy’s frames, in pixels, even.
    ///   - height: The height of the proxy’s frames, in pixels, even.
    ///   - geometry: The geometry of the export.
    ///   - layout: The layout of the edit's style, or nil if there is none.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    package init(
        proxyWidth width: Int, height: Int, colours: ColourSpace, geometry: FrameGeometry, edit: Edit,
        images: EffectImages, pointer: DrawnPointer, keys: DrawnKeys?, timescale: Int32, layout: StyleLayout?,
        camera cameraLayout: CameraLayout?
    ) {
        let small = geometry.scaled(toWidth: width, height: height)
        let size = layout.map { ($0.screen.width, $0.screen.height) } ?? small.output
        screen = FrameFitter(width: size.0, height: size.1, colours: colours, geometry: small)
        camera = cameraLayout.map { CameraOverlay($0, colours: colours) }
        self.pointer = FramePointer(
            pointer, timescale: timescale, geometry: geometry, size: size, colours: colours)
        zoom = FrameZoom(
            edit.zooms, path: pointer.path, timescale: timescale, geometry: geometry, colours: colours, size: size)
        effects = FrameEffects(
            edit.videoEffects, images: images, texts: edit.titles.map(DrawnText.init), timescale: timescale,
            geometry: geometry, colours: colours, size: size, layout: layout)
        annotations = FrameAnnotations(
            edit.annotations, images: images, timescale: timescale, geometry: geometry, colours: colours, size: size,
            layout: layout)
        let canvas = layout.map { ($0.canvas.width, $0.canvas.height) } ?? size
        styled = StyledFrames(
            layout == nil ? .none : edit.style, canvas: Composition.FrameSize(canvas), screen: size, images: images,
            colours: colours)
        self.layout = layout
        self.keys = FrameKeys(
            keys, timescale: timescale, colours: colours, size: canvas,
            isClear: layout != nil && StyleLayout.isPortrait(canvas))
    }

    /// Composes a frame from a frame of the screen and, if it has started, a frame of the camera. Its time is not kept.
    /// - Parameter time: The time in the recording, in its ticks.
    package func compose(_ frame: Frame, camera image: Frame?, at time: Int64) throws -> Frame {
        let made = try pointer.apply(to: try screen?.fit(frame) ?? frame, at: time)
        let (window, shown, layout) = (zoom.area(at: time), pointer.state(at: time), layout(with: image, at: time))
        guard window != nil || layout != nil || shown != nil || annotations.areShown(at: time) else {
            return try effects.apply(to: try drawKeys(on: withCamera(image, over: made, at: time), at: time), at: time)
        }
        // Hidden parts stay hidden while the zoom moves. The camera keeps its place and size.
        let hidden = try effects.hide(in: made, at: time)
        let placed = try annotations.place(on: hidden, at: time)
        let part = try window.map { try zoom.enlarge($0, of: placed) } ?? placed
        let pointed = try shown.map {
            try pointer.draw(
                $0, on: part, seenThrough: window, except: effects.hiddenAreas(at: time, seenThrough: window))
        }
        let drawn = try annotations.draw(on: pointed ?? part, seenThrough: window, at: time)
        let framed = try layout.map { try styled.frame(with: drawn, in: $0, blurring: part) } ?? drawn
        let marked = try annotations.mark(try withCamera(image, over: framed, at: time), at: time)
        return try effects.apply(
            to: try drawKeys(on: marked, at: time), seenThrough: window, in: layout,
            over: image == nil ? nil : camera?.area(at: time, zoom: zoom.progress(at: time)), at: time)
    }

    /// Returns the layout of the screen at a time, or nil if the screen fills the frame.
    private func layout(with image: Frame?, at time: Int64) -> StyleLayout? {
        guard let camera, layout != nil || image != nil else { return layout }
        let shown = camera.screenLayout(at: time)
        return layout == nil && shown.isFilled ? nil : shown
    }

    private func drawKeys(on frame: Frame, at time: Int64) throws -> Frame {
        try keys.draw(on: frame, above: { try effects.topOfLowTexts(at: time) }, at: time)
    }

    private func withCamera(_ image: Frame?, over frame: Frame, at time: Int64) throws -> Frame {
        guard let camera, let image else { return frame }
        return try camera.cover(frame, by: image, at: time, zoom: zoom.progress(at: time))
    }
}
