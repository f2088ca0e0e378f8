package import ArgumentParser
import ReplayControl
import ReplayLibrary

/// `replay uncover`
package struct Uncover: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Uncover the screen.",
        discussion: "A private window that is visible keeps it there.\n\nExample: replay uncover")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(argument.recording, output) { try await $0.uncover() }
    }

    package init() {}
}
