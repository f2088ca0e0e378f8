package import ArgumentParser
import ReplayLibrary

/// `replay mute`
package struct Mute: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute the microphone: record silence instead.",
        discussion: "The screen and application audio are still recorded.\n\nExample: replay mute")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output: output, what: "microphone muted",
            afterwards: "“replay edit REC mute” mutes a finished recording"
        ) { try await $0.mute() }
    }

    package init() {}
}

/// `replay unmute`
package struct Unmute: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "unmute",
        abstract: "Unmute the microphone.",
        discussion: "The opposite of “replay mute”.\n\nExample: replay unmute")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    package func run() async throws {
        try await ControlReport.run(
            argument.recording, output: output, what: "microphone unmuted",
            afterwards: "“replay edits REC” lists the mutes of a finished recording"
        ) { try await $0.unmute() }
    }

    package init() {}
}
