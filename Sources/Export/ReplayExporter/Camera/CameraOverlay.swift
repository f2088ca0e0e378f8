import FFmpeg
import MediaTime

/// Puts the camera over frames, where it is shown. Used from one thread at a time.
final class CameraOverlay {
    private let layout: CameraLayout
    private let colours: ColourSpace
    /// What fits the camera's frames into the place that they have now, and how opaque they are there; nil: all.
    private var current: (place: CameraLayout.Place, fitter: FrameFitter, opacity: [UInt8]?)?

    /// - Parameter colours: of the output.
    init(_ layout: CameraLayout, colours: ColourSpace) { (self.layout, self.colours) = (layout, colours) }

    /// Whether it is shown at an instant of the recording, in ticks.
    func isShown(at time: Int64) -> Bool { layout.place(at: time) != nil }

    /// A frame with the camera's over it, as it is shown at an instant of the recording, in ticks.
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
        let opacity = place.isRound ? Self.circle(width: width, height: height) : nil
        current = (place, fitter, opacity)
        return (fitter, opacity)
    }

    /// A circle that touches the edges, smooth at its own: for each pixel how opaque it is, in 255ths.
    static func circle(width: Int, height: Int) -> [UInt8] {
        let radius = Double(min(width, height)) / 2
        return (0..<width * height).map { place in
            let (x, y) = (
                Double(place % width) + 0.5 - Double(width) / 2, Double(place / width) + 0.5 - Double(height) / 2
            )
            return UInt8(clamping: Int(saturating: (radius - (x * x + y * y).squareRoot() + 0.5) * 255))
        }
    }
}
