import FFmpeg
import MediaTime
import ReplayTimeline

/// Draws the pointer's highlight and clicks over frames of one size.
struct FramePointer {
    private let drawn: DrawnPointer
    private let timescale: Int32
    private let geometry: FrameGeometry
    private let size: (width: Int, height: Int)
    private let colours: ColourSpace

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

    /// Returns the frame as shown at an instant of the recording, in ticks. Returns the same frame if nothing is drawn
    /// at that time.
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
        return drawn.path.overlays(at: time, drawn.effects, side: min(geometry.width, geometry.height)).map { overlay in
            let place = geometry.place(x: overlay.x, y: overlay.y, in: size)
            return overlay.moved(to: (place.x, place.y), scale: place.scale)
        }
    }
}
