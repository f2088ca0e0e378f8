import ArgumentParser
import Replay

/// `replay mute`
struct Mute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Mute the microphone: record silence in its place.",
        discussion: "Frame and application audio go on.\n\nExample: replay mute")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ControlReport.run(argument.recording, output) { try await $0.mute() }
    }
}
