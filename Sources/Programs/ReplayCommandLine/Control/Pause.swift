package import ArgumentParser

/// `replay pause`
package struct Pause: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause the recording.",
        discussion:
            "Nothing is recorded until “replay resume”. The movie has no gap.\n\nExample: replay pause")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(argument.recording, output: output, what: "paused") { try await $0.pause() }
    }

    package init() {}
}

/// `replay resume`
package struct Resume: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume a paused recording.",
        discussion: "To continue a recording that has ended, see “replay record --resume”.\n\nExample: replay resume")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output: output, what: "resumed",
            afterwards: "“replay record --resume REC” continues a finished recording"
        ) { try await $0.resume() }
    }

    package init() {}
}
