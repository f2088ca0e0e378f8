import MediaTime
package import ReplayTimeline

/// The camera's place in the output at each instant of the recording. A pure value.
package struct CameraLayout: Sendable, Equatable {
    /// A place of the camera in the output.
    package struct Place: Sendable, Equatable {
        package let rectangle: CameraPlacement.Rectangle
        /// The visible part of the camera's frame, or nil for the whole frame.
        package let part: FrameRectangle?
        let isRound: Bool
        /// The radius of the corners, in pixels.
        let radius: Double
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
            ?? Place(.corner(placement, isRound: false), of: camera, in: output, radius: radius)
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
            (part, isRound, self.radius) = (FrameRectangle.middle(of: camera, shape: output), false, 0)
        case .corner(let placement, let isRound):
            let shape = isRound ? (1, 1) : camera
            guard let rectangle = placement.rectangle(of: shape, in: output) else { return nil }
            (self.rectangle, self.isRound, self.radius) = (rectangle, isRound, radius)
            part = isRound ? FrameRectangle.middle(of: camera, shape: shape) : nil
        }
    }

    /// Creates the place below the screen of a portrait frame. The middle of the camera's frame fills the area.
    fileprivate init(below area: PixelArea, of camera: (width: Int, height: Int), radius: Double) {
        rectangle = CameraPlacement.Rectangle(x: area.x, y: area.y, width: area.width, height: area.height)
        part = FrameRectangle.middle(of: camera, shape: (area.width, area.height))
        (isRound, self.radius) = (false, radius)
    }
}
