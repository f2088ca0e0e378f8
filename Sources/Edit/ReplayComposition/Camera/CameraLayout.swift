import MediaTime
package import ReplayTimeline

/// The camera's place in the output at each instant of the recording. A pure value.
package struct CameraLayout: Sendable, Equatable {
    /// A place of the camera in the output.
    package struct Place: Sendable, Equatable {
        package let rectangle: CameraPlacement.Rectangle
        /// The visible part of the camera's frame, or nil for the whole frame.
        package let part: FrameRectangle?
        /// The radius of the corners, in pixels.
        let radius: Double
        var look = CameraLook()
        /// The corner of the output, or nil if the camera is not in a corner.
        var corner: CameraPlacement.Corner?
    }

    /// A range of the recording with a place of its own.
    private struct Stretch: Sendable, Equatable {
        /// The range, in ticks of the recording.
        let range: Range<Int64>
        /// The camera's place, or nil if the camera is hidden.
        let place: Place?
    }

    /// The rectangle of the camera's frames, in pixels.
    package let camera: FrameRectangle
    /// The place outside all stretches, or nil if the camera does not fit into the output.
    package let standard: Place?
    /// The stretches, ascending and disjoint.
    private let stretches: [Stretch]

    /// - Parameters:
    ///   - placement: The camera's placement in the export.
    ///   - effects: The camera effects of the edit, ascending and disjoint.
    ///   - camera: The size of the camera's frames, in pixels.
    ///   - output: The size of the output's frames, in pixels.
    ///   - timescale: The timescale of the recording.
    ///   - style: The layout of the style, or nil if there is none.
    /// - Returns: Nil if the size of the camera's frames is invalid.
    package init?(
        _ placement: CameraPlacement, effects: [CameraEffect], of camera: (width: Int, height: Int),
        in output: (width: Int, height: Int), timescale: Int32, style: StyleLayout? = nil
    ) {
        guard let whole = FrameRectangle(x: 0, y: 0, width: camera.width, height: camera.height) else { return nil }
        self.camera = whole
        let radius = style?.radius ?? 0
        standard =
            style?.camera.map { Place(below: $0, of: camera, radius: radius) }
            ?? Place(.corner(placement), of: camera, in: output, radius: radius)
        stretches = effects.map { effect in
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            return Stretch(
                range: range.start.value..<range.end.value,
                place: Place(effect.kind, of: camera, in: output, radius: radius))
        }
    }

    /// Returns the camera's place at an instant of the recording, in ticks, or nil if the camera is not visible.
    package func place(at time: Int64) -> Place? {
        let index = stretches.partitioningIndex { $0.range.upperBound > time }
        guard index < stretches.count, stretches[index].range.contains(time) else { return standard }
        return stretches[index].place
    }
}

extension CameraLayout.Place {
    /// - Returns: Nil if the camera is hidden or does not fit into the output.
    fileprivate init?(
        _ kind: CameraEffect.Kind, of camera: (width: Int, height: Int), in output: (width: Int, height: Int),
        radius: Double
    ) {
        switch kind {
        case .off: return nil
        case .full:
            rectangle = CameraPlacement.Rectangle(x: 0, y: 0, width: output.width, height: output.height)
            (part, self.radius) = (FrameRectangle.middle(of: camera, shape: output), 0)
        case .corner(let placement, let look):
            let isRound = look.shape == .circle
            let shape = isRound ? (1, 1) : camera
            guard let rectangle = placement.rectangle(of: shape, in: output) else { return nil }
            let side = Double(min(rectangle.width, rectangle.height))
            self.radius = look.shape == .rounded ? max(radius, side * Self.roundness) : radius
            (self.rectangle, self.look, corner) = (rectangle, look, placement.corner)
            part = isRound ? FrameRectangle.middle(of: camera, shape: shape) : nil
        }
    }

    /// The radius of round corners, as a part of the shorter side.
    private static let roundness = 0.12
    /// The part of its size that the camera has while a zoom acts, if it shrinks.
    private static let leastScale = 0.7

    /// Returns the place while a zoom acts.
    /// - Parameter progress: The progress of the zoom, from 0 to 1.
    func during(zoom progress: Double) -> Self {
        guard look.shrinks, progress > 0, let corner else { return self }
        let scale = 1 - (1 - Self.leastScale) * progress
        func scaled(_ length: Int) -> Int { max(2, Int(saturating: Double(length) * scale / 2) * 2) }
        let (width, height) = (scaled(rectangle.width), scaled(rectangle.height))
        let isLeft = corner == .bottomLeft || corner == .topLeft
        let isTop = corner == .topLeft || corner == .topRight
        return Self(
            rectangle: CameraPlacement.Rectangle(
                x: isLeft ? rectangle.x : rectangle.x + rectangle.width - width,
                y: isTop ? rectangle.y : rectangle.y + rectangle.height - height, width: width, height: height),
            part: part, radius: radius * scale, look: look, corner: corner)
    }

    /// Creates the place below the screen of a portrait frame. The middle of the camera's frame fills the area.
    fileprivate init(below area: PixelArea, of camera: (width: Int, height: Int), radius: Double) {
        rectangle = CameraPlacement.Rectangle(x: area.x, y: area.y, width: area.width, height: area.height)
        part = FrameRectangle.middle(of: camera, shape: (area.width, area.height))
        self.radius = radius
    }
}
