import ArgumentParser
import Replay

/// `replay unmute`
struct Unmute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unmute the microphone.",
        discussion: "The opposite of “replay mute”.\n\nExample: replay unmute")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ControlReport.run(argument.recording, output) { try await $0.unmute() }
    }
}
