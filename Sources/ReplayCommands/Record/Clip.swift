import ArgumentParser
import Replay

/// `replay clip`
struct Clip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save the end of what is being recorded.",
        discussion: """
            The recording goes on. What it has of it is saved where it is shorter. Prints the new recording’s id.

            What lies between the beginning and the next keyframe is encoded, as in an export; --fast spares that.

            With “replay record --buffer 60s” only so much is there to be saved.

            Example: replay clip 15s
            """)

    @Argument(help: "How much of its end, such as 15s or 1:30.")
    var length: DurationArgument

    @Flag(help: "Encode nothing: begin at the keyframe before, up to 2 s earlier.")
    var fast = false

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
        let id = fast ? clip.recording.id : try await exact(clip, library)
        if output.json { try Output.json(["id": id]) } else { print(id) }
    }

    /// As long as was asked for; where the movie cannot be cut so, by the edit.
    private func exact(_ clip: RecordingClip, _ library: RecordingLibrary) async throws -> RecordingID {
        guard clip.surplus > .zero else { return clip.recording.id }
        if clip.recording.facts.damage == nil, let exact = try await clip.exact(in: library) { return exact.id }
        var session = try EditSession(clip.recording)
        try session.perform(.trim(TimeRange(start: clip.surplus, end: session.edit.duration)))
        Terminal.say("replay: it cannot be cut there; it begins at the keyframe before, its exports where you said")
        return clip.recording.id
    }
}
