import ArgumentParser
import Replay

/// `replay mark`
struct Mark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Mark this instant of what is being recorded.",
        discussion: "“replay info” lists the marks.\n\nExample: replay mark \"the bug\"")

    @Argument(help: "What to call it.")
    var name: String?

    @OptionGroup var option: RecordingOption
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await ControlReport.run(option.recording, output) { try await $0.mark(name) }
    }
}
