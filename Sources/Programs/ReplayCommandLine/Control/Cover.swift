package import ArgumentParser
import ReplayLibrary

/// `replay cover`
package struct Cover: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cover",
        abstract: "Cover the screen: record a plain image instead.",
        discussion:
            "From the next frame on. Application audio becomes silence. Covered content is not written.\n\nExample: replay cover"
    )

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output: output, what: "covered",
            afterwards: "“replay edit REC cover 3..5” covers a range of a finished recording"
        ) { try await $0.cover() }
    }

    package init() {}
}

/// `replay uncover`
package struct Uncover: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "uncover",
        abstract: "Uncover the screen.",
        discussion: "The screen stays covered while a private window is visible.\n\nExample: replay uncover")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output: output, what: "uncovered",
            afterwards: "“replay edits REC” lists the covers of a finished recording"
        ) { try await $0.uncover() }
    }

    package init() {}
}
