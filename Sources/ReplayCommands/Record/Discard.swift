import ArgumentParser
import Replay

/// `replay discard`
struct Discard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove every file of a recording.",
        discussion: """
            Also of one that is being made. A recorder that does not answer within 2 s is left alone, and the exit code is \
            75; at a terminal you are asked whether to end it.

            Example: replay discard 20261121-134502
            """)

    @Flag(help: "End a recorder that does not answer, by SIGKILL.")
    var force = false

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let library = try RecordingLibrary.open()
        let recording = try library.recording(matching: argument.recording)
        let forced = ForcedEnd(
            recording: recording, library: library, isForced: force, command: "discard",
            consequence: "removes the recording")
        let isDiscarded: Void? =
            recording.state == .recording
            ? try await forced.ifNeeded { try await ScreenRecorder.attach(to: recording).discard() } : nil
        if isDiscarded == nil { try library.discard(recording.id) }
        if output.json { try Output.json(["discarded": recording.id]) } else { print(recording.id) }
    }
}
