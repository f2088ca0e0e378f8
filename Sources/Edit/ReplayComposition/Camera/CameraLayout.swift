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
    /// - Returns: Nil if the size of the camera's frames is invalid.
    package init?(
        _ placement: CameraPlacement, effects: [CameraEffect], of camera: (width: Int, height: Int),
        in output: (width: Int, height: Int), timescale: Int32
    ) {
        guard let whole = FrameRectangle(x: 0, y: 0, width: camera.width, height: camera.height) else { return nil }
        self.camera = whole
        standard = Place(.corner(placement, isRound: false), of: camera, in: output)
        stretches = effects.map { effect in
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            return Stretch(
                range: range.start.value..<range.end.value, place: Place(effect.kind, of: camera, in: output))
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
        _ kind: CameraEffect.Kind, of camera: (width: Int, height: Int), in output: (width: Int, height: Int)
    ) {
        switch kind {
        case .off: return nil
        case .full:
            rectangle = CameraPlacement.Rectangle(x: 0, y: 0, width: output.width, height: output.height)
            (part, isRound) = (FrameRectangle.middle(of: camera, shape: output), false)
        case .corner(let placement, let isRound):
            let shape = isRound ? (1, 1) : camera
            guard let rectangle = placement.rectangle(of: shape, in: output) else { return nil }
            (self.rectangle, self.isRound) = (rectangle, isRound)
            part = isRound ? FrameRectangle.middle(of: camera, shape: shape) : nil
        }
    }
}
