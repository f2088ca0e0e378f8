package import ArgumentParser
import ReplayControl
import ReplayLibrary

/// `replay unmute`
package struct Unmute: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Unmute the microphone.",
        discussion: "The opposite of “replay mute”.\n\nExample: replay unmute")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(argument.recording, output) { try await $0.unmute() }
    }

    package init() {}
}
