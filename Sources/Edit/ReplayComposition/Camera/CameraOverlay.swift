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
    func area(at time: Int64) -> PixelArea? {
        layout.place(at: time).map {
            PixelArea(
                x: $0.rectangle.x, y: $0.rectangle.y, width: $0.rectangle.width, height: $0.rectangle.height)
        }
    }

    /// Returns a frame with the camera's frame drawn over it, as placed at an instant of the recording, in ticks.
    func cover(_ frame: Frame, by image: Frame, at time: Int64) throws -> Frame {
        guard let place = layout.place(at: time) else { return frame }
        let (fitter, opacity) = fitter(for: place)
        let (fitted, x, y) = (try fitter.fit(image), place.rectangle.x, place.rectangle.y)
        guard let opacity else { return try frame.covered(by: fitted, x: x, y: y) }
        return try frame.covered(by: fitted, x: x, y: y, opacity: opacity)
    }

    private func fitter(for place: CameraLayout.Place) -> (FrameFitter, [UInt8]?) {
        if let current, current.place == place { return (current.fitter, current.opacity) }
        let geometry = place.part.map {
            FrameGeometry(width: layout.camera.width, height: layout.camera.height, crop: $0)
        }
        let (width, height) = (place.rectangle.width, place.rectangle.height)
        let fitter = FrameFitter(width: width, height: height, colours: colours, geometry: geometry)
        let rounded = place.radius > 0 ? Self.rounded(width: width, height: height, radius: place.radius) : nil
        let opacity = place.isRound ? Self.circle(width: width, height: height) : rounded
        current = (place, fitter, opacity)
        return (fitter, opacity)
    }

    /// Returns the opacity of each pixel, in 0...255, of a circle with smooth edges that touches the edges of the
    /// rectangle.
    static func circle(width: Int, height: Int) -> [UInt8] {
        let radius = Double(min(width, height)) / 2
        return (0..<width * height).map { place in
            let (x, y) = (
                Double(place % width) + 0.5 - Double(width) / 2, Double(place / width) + 0.5 - Double(height) / 2
            )
            return UInt8(clamping: Int(saturating: (radius - (x * x + y * y).squareRoot() + 0.5) * 255))
        }
    }

    /// Returns the opacity of each pixel, in 0...255, of a rectangle with rounded corners.
    private static func rounded(width: Int, height: Int, radius: Double) -> [UInt8] {
        let shape = RoundedShape(x: 0, y: 0, width: Double(width), height: Double(height), radius: radius)
        return (0..<width * height).map { place in
            UInt8(clamping: Int(saturating: (shape.coverage(x: place % width, y: place / width) * 255).rounded()))
        }
    }
}
