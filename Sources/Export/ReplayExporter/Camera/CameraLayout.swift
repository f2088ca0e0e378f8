import MediaTime
import ReplayTimeline

/// Where in the output the camera is shown at each instant of the recording. A pure value.
struct CameraLayout: Sendable, Equatable {
    /// A place in the output.
    struct Place: Sendable, Equatable {
        let rectangle: CameraPlacement.Rectangle
        /// What of the camera's frame is seen; nil: all of it.
        let part: FrameRectangle?
        let isRound: Bool
    }

    /// A stretch with a place of its own.
    private struct Stretch: Sendable, Equatable {
        /// In ticks of the recording.
        let range: Range<Int64>
        /// Nil: it is not shown.
        let place: Place?
    }

    /// Of the camera's frames, in pixels.
    let camera: FrameRectangle
    /// Where no stretch is; nil: there is no room.
    let standard: Place?
    /// Ascending, disjoint.
    private let stretches: [Stretch]

    /// - Parameters:
    ///   - placement: where an export shows it.
    ///   - effects: of the edit; ascending, disjoint.
    ///   - camera: the size of its frames, in pixels.
    ///   - output: the size of the output's.
    ///   - timescale: of the recording.
    /// - Returns: nil where the camera's frames are of a size that cannot be.
    init?(
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

    /// Where it is shown at an instant of the recording, in ticks; nil: nowhere.
    func place(at time: Int64) -> Place? {
        let index = stretches.partitioningIndex { $0.range.upperBound > time }
        guard index < stretches.count, stretches[index].range.contains(time) else { return standard }
        return stretches[index].place
    }
}

extension CameraLayout.Place {
    /// - Returns: nil where it is not shown, or there is no room.
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
