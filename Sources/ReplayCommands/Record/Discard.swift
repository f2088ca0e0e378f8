import ArgumentParser
import Replay

/// `replay discard`
struct Discard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove every file of a recording.",
        discussion: "Also of one that is being made.\n\nExample: replay discard 20261121-134502")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try library.recording(matching: argument.recording)
        if recording.state == .recording {
            try await ScreenRecorder.attach(to: recording).discard()
        } else {
            try library.discard(recording.id)
        }
        if output.json { try Output.json(["discarded": recording.id]) } else { print(recording.id) }
    }
}
