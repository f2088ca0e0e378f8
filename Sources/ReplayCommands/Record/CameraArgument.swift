import ArgumentParser
import Replay
import ReplayCommandLine

/// A camera as the command line names it: `/dev/video0`, `video0`, `FORMAT:INPUT`.
struct CameraArgument: ExpressibleByArgument {
    let input: CameraInput

    init?(argument: String) {
        guard let input = CameraInput(argument) else { return nil }
        self.input = input
    }
}
