import FFmpeg
import MediaTime

/// Draws the camera over frames. Use it from one thread at a time.
final class CameraOverlay {
    private let layout: CameraLayout
    private let colours: ColourSpace
    /// The filter that fits the camera's frames into their current place, and the opacity of each pixel. The opacity is
    /// nil if all pixels are opaque.
    private var current: (place: CameraLayout.Place, fitter: FrameFitter, opacity: [UInt8]?)?

    /// - Parameter colours: The colour space of the output.
    init(_ layout: CameraLayout, colours: ColourSpace) { (self.layout, self.colours) = (layout, colours) }

    /// Returns the camera's area at an instant of the recording, in ticks, or nil if it is not visible.
    /// - Parameter zoom: The progress of a zoom, from 0 to 1.
    func area(at time: Int64, zoom: Double) -> PixelArea? {
        layout.place(at: time)?.during(zoom: zoom).area
    }

    /// Returns the layout of the screen at an instant of the recording, in ticks.
    func screenLayout(at time: Int64) -> StyleLayout { layout.view(at: time).layout }

    /// Returns a frame with the camera's frame drawn over it, as placed at an instant of the recording, in ticks.
    /// - Parameter zoom: The progress of a zoom, from 0 to 1.
    func cover(_ frame: Frame, by image: Frame, at time: Int64, zoom: Double) throws -> Frame {
        guard let place = layout.place(at: time)?.during(zoom: zoom) else { return frame }
        let (fitter, opacity) = fitter(for: place)
        let (fitted, x, y) = (try fitter.fit(image), place.rectangle.x, place.rectangle.y)
        let edged = place.look.hasBorder ? try bordered(fitted, in: place, size: frame) : fitted
        guard let opacity else { return try frame.covered(by: edged, x: x, y: y) }
        return try frame.covered(by: edged, x: x, y: y, opacity: opacity)
    }

    private func fitter(for place: CameraLayout.Place) -> (FrameFitter, [UInt8]?) {
        if let current, current.place == place { return (current.fitter, current.opacity) }
        let geometry = place.part.map {
            FrameGeometry(width: layout.camera.width, height: layout.camera.height, crop: $0)
        }
        let (width, height) = (place.rectangle.width, place.rectangle.height)
        let fitter = FrameFitter(
            width: width, height: height, colours: colours, geometry: geometry, isMirrored: place.look.isMirrored)
        current = (place, fitter, Self.opacity(of: place))
        return (fitter, current?.opacity)
    }

    /// Returns the opacity of each pixel, in 0...255, or nil if all pixels are opaque.
    /// - Parameter margin: The distance from the edges in which nothing is opaque, in pixels.
    private static func opacity(of place: CameraLayout.Place, margin: Double = 0) -> [UInt8]? {
        let (width, height) = (place.rectangle.width, place.rectangle.height)
        if place.look.shape == .circle { return circle(width: width, height: height, margin: margin) }
        guard place.radius > 0 || margin > 0 else { return nil }
        return rounded(width: width, height: height, radius: max(0, place.radius - margin), margin: margin)
    }

    /// Returns the camera's frame with a white line at its edge.
    private func bordered(_ image: Frame, in place: CameraLayout.Place, size frame: Frame) throws -> Frame {
        let margin = max(2, Self.line * Double(min(frame.width, frame.height)))
        guard let inner = Self.opacity(of: place, margin: margin) else { return image }
        let white = try Frame.painted(width: image.width, height: image.height, colours: colours) { planes in
            for plane in planes.planes {
                let step = plane.isLuma ? 1 : 2
                for y in 0..<image.height / step {
                    let row = plane.row(y, columns: 0..<image.width / step)
                    for x in row.indices { row[x] = plane.isLuma ? 235 : 128 }
                }
            }
        }
        return try white.covered(by: image, x: 0, y: 0, opacity: inner)
    }

    /// The width of the line at the edge, as a part of the frame's shorter side.
    private static let line = 0.004

    /// Returns the opacity of each pixel, in 0...255, of a circle with smooth edges that touches the edges of the
    /// rectangle.
    static func circle(width: Int, height: Int, margin: Double = 0) -> [UInt8] {
        let radius = Double(min(width, height)) / 2 - margin
        return (0..<width * height).map { place in
            let (x, y) = (
                Double(place % width) + 0.5 - Double(width) / 2, Double(place / width) + 0.5 - Double(height) / 2
            )
            return UInt8(clamping: Int(saturating: (radius - (x * x + y * y).squareRoot() + 0.5) * 255))
        }
    }

    /// Returns the opacity of each pixel, in 0...255, of a rectangle with rounded corners.
    private static func rounded(width: Int, height: Int, radius: Double, margin: Double) -> [UInt8] {
        let shape = RoundedShape(
            x: margin, y: margin, width: max(0, Double(width) - 2 * margin),
            height: max(0, Double(height) - 2 * margin),
            radius: radius)
        return (0..<width * height).map { place in
            UInt8(clamping: Int(saturating: (shape.coverage(x: place % width, y: place / width) * 255).rounded()))
        }
    }
}
