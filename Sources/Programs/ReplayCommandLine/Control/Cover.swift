package import ArgumentParser
import ReplayLibrary

/// `replay cover`
package struct Cover: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cover",
        abstract: "Cover the screen: record a plain image in its place.",
        discussion:
            "From the next frame on, with silence in place of application audio; what is covered is never written.\n\nExample: replay cover"
    )

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output, "covered",
            afterwards: "“replay edit REC cover 3..5” covers a range of a finished one"
        ) { try await $0.cover() }
    }

    package init() {}
}

/// `replay uncover`
package struct Uncover: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "uncover",
        abstract: "Uncover the screen.",
        discussion: "A private window that is visible keeps it there.\n\nExample: replay uncover")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output, "uncovered", afterwards: "“replay edits REC” lists what covers a finished one"
        ) { try await $0.uncover() }
    }

    package init() {}
}
