import ArgumentParser
import Replay

/// `replay cover`
struct Cover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cover the screen: record a plain image in its place.",
        discussion:
            "From the next frame on, with silence in place of application audio; what is covered is never written.\n\nExample: replay cover"
    )

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ControlReport.run(argument.recording, output) { try await $0.cover() }
    }
}
