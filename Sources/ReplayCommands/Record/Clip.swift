import ArgumentParser
import Replay

/// `replay clip`
struct Clip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save the end of what is being recorded.",
        discussion: """
            The recording goes on. What it has of it is saved where it is shorter. Prints the new recording’s id.

            With “replay record --buffer 60s” only so much is there to be saved.

            Example: replay clip 15s
            """)

    @Argument(help: "How much of its end, such as 15s or 1:30.")
    var length: DurationArgument

    @Option(help: "What to call the new recording.")
    var name: String?

    @OptionGroup var option: RecordingOption
    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard length.time > .zero else { throw RecorderError(.invalid, "a clip of 0 s cannot be") }
        let library = try RecordingLibrary.open()
        let source = try library.running(option.recording)
        guard let clip = try library.clip(last: length.time, of: source, name: name) else {
            throw RecorderError(.failed, "“\(source.displayName)” has no picture yet")
        }
        // The movie begins at a keyframe; the edit makes it as long as was asked for.
        if clip.surplus > .zero {
            var session = try EditSession(clip.recording)
            try session.perform(.trim(TimeRange(start: clip.surplus, end: session.edit.duration)))
        }
        if output.json { try Output.json(["id": clip.recording.id]) } else { print(clip.recording.id) }
    }
}
