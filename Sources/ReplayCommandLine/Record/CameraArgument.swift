import ArgumentParser
package import ReplaySources

/// A camera as the command line names it: `/dev/video0`, `video0`, `FORMAT:INPUT`.
package struct CameraArgument: ExpressibleByArgument {
    package let input: CameraInput

    package init?(argument: String) {
        guard let input = CameraInput(argument) else { return nil }
        self.input = input
    }
}
