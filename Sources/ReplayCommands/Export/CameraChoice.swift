import ArgumentParser
import Replay
import ReplayCommandLine

/// Where `replay export` shows the camera, if anywhere.
struct CameraChoice: ExpressibleByArgument, CustomStringConvertible {
    /// Nil: nowhere.
    let placement: CameraPlacement?

    static let standard = CameraChoice(placement: .standard)

    private init(placement: CameraPlacement?) { self.placement = placement }

    init?(argument: String) {
        let placement = CameraPlacement(argument)
        guard placement != nil || argument == "none" else { return nil }
        self.placement = placement
    }

    var description: String { placement?.description ?? "none" }

    var defaultValueDescription: String { description }

    static var allValueStrings: [String] { CameraPlacement.Corner.allCases.map(\.rawValue) + ["none"] }
}
