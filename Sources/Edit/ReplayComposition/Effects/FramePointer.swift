import FFmpeg
import MediaTime
import ReplayTimeline
import TextRendering

/// Draws the pointer over frames of one size: its highlight and its clicks, and the pointer itself if it was recorded apart
/// from the frames. Use it from one thread at a time.
final class FramePointer {
    private let drawn: DrawnPointer
    private let timescale: Int32
    private let geometry: FrameGeometry
    private let size: (width: Int, height: Int)
    private let colours: ColourSpace
    /// The renderer of sharp shapes, created for the first one, because libass starts slowly.
    private var renderer: VectorRenderer?

    /// - Parameters:
    ///   - timescale: The timescale of the recording.
    ///   - geometry: The geometry from the recording's frames to the output's frames, at any scale.
    ///   - size: The size of the frames to draw on, in pixels; even.
    ///   - colours: The colour space of these frames.
    init(
        _ drawn: DrawnPointer, timescale: Int32, geometry: FrameGeometry, size: (width: Int, height: Int),
        colours: ColourSpace
    ) {
        (self.drawn, self.timescale, self.geometry) = (drawn, timescale, geometry)
        (self.size, self.colours) = (size, colours)
    }

    /// Returns the frame with the pointer's highlight and clicks at an instant of the recording, in ticks. Returns the same
    /// frame if nothing is drawn at that time.
    func apply(to frame: Frame, at time: Int64) throws -> Frame {
        let overlays = overlays(at: MediaTime(value: time, timescale: timescale))
        guard !overlays.isEmpty else { return frame }
        return try frame.painted { planes in
            for overlay in overlays {
                planes.draw(overlay, colour: DrawnColour(of: overlay.kind, in: colours), size: size)
            }
        }
    }

    private func overlays(at time: MediaTime) -> [PointerOverlay] {
        guard !drawn.effects.isEmpty else { return [] }
        return drawn.path.overlays(
            at: time, drawn.effects, side: min(geometry.width, geometry.height),
            drawn: drawn.motion?.state(at: time)?.place
        ).map { overlay in
            let place = geometry.place(x: overlay.x, y: overlay.y, in: size)
            return overlay.moved(to: (place.x, place.y), scale: place.scale)
        }
    }

    // MARK: A pointer that was recorded apart

    /// Returns the pointer at an instant of the recording, in ticks, or nil if it is not drawn by itself.
    func state(at time: Int64) -> PointerMotion.State? {
        drawn.motion?.state(at: MediaTime(value: time, timescale: timescale))
    }

    /// Returns the frame with the pointer drawn over it.
    /// - Parameters:
    ///   - window: The part of the screen that a zoom has enlarged, or nil for all of it.
    ///   - hidden: The areas in which it is not drawn, because a cover or a blur hides them.
    func draw(
        _ state: PointerMotion.State, on screen: Frame, seenThrough window: ZoomArea?, except hidden: [PixelArea]
    ) throws -> Frame {
        guard let shape = drawn.shape(state.shape) else { return screen }
        let place = PointerPlace(
            state, hotspot: (shape.hotspot.x, shape.hotspot.y),
            on: AnnotationPlace(geometry, size: size, window: window))
        if state.isLarge, let figures = PointerFigures(of: shape) {
            let layers = try openRenderer().layers(of: figures.figures(at: place, opacity: state.opacity))
            return try screen.painted { planes in
                for layer in layers { planes.draw(layer.without(hidden.map(\.rectangle)), in: colours) }
            }
        }
        let sprite = PointerSprite(shape, at: place, opacity: state.opacity, within: size)
        return try screen.painted { planes in sprite.draw(on: planes, in: colours, except: hidden) }
    }

    private func openRenderer() throws(TextRenderingError) -> VectorRenderer {
        if let renderer { return renderer }
        let opened = try VectorRenderer(width: size.width, height: size.height)
        renderer = opened
        return opened
    }
}

extension FramePlanes {
    /// Blends a colour over the frame with the opacity of a disc or a ring. The part outside the frame is ignored.
    /// - Parameter size: The size of the frame, in pixels; even.
    fileprivate func draw(_ overlay: PointerOverlay, colour: DrawnColour, size: (width: Int, height: Int)) {
        for (plane, value) in zip(planes, [colour.luma, colour.blueDifference, colour.redDifference]) {
            // A chroma sample covers 2x2 pixels, and lies in the middle of them.
            let side = plane.isLuma ? 1 : 2
            let columns = Self.reach(around: overlay.x, radius: overlay.outerRadius, side: side, limit: size.width)
            for number in Self.reach(around: overlay.y, radius: overlay.outerRadius, side: side, limit: size.height) {
                let row = plane.row(number, columns: columns)
                let down = (Double(number) + 0.5) * Double(side) - overlay.y
                for place in row.indices {
                    let across = (Double(columns.lowerBound + place) + 0.5) * Double(side) - overlay.x
                    let opacity = overlay.opacity(at: (across * across + down * down).squareRoot())
                    row[place] = row[place].mixed(with: value, Int(saturating: (opacity * 255).rounded()))
                }
            }
        }
    }

    /// Returns the columns or rows of a plane that the shape touches.
    private static func reach(around middle: Double, radius: Double, side: Int, limit: Int) -> Range<Int> {
        let first = Int(saturating: ((middle - radius) / Double(side)).rounded(.down))
        let last = Int(saturating: ((middle + radius) / Double(side)).rounded(.up))
        let end = min(max(last, 0), limit / side)
        return min(max(first, 0), end)..<end
    }
}

extension PixelArea {
    fileprivate var rectangle: (x: Range<Int>, y: Range<Int>) { (x..<x + width, y..<y + height) }
}
