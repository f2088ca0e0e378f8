import ArgumentParser
import Replay

/// `replay clip`
struct Clip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save the end of what is being recorded.",
        usage: "replay clip [<recording>] [<length>] [--name <name>] [--json]",
        discussion: """
            The recording goes on. What it has of it is saved where it is shorter. Prints the new recording’s id.

            With “replay record --buffer 60s” only so much is there to be saved.

            Example: replay clip 15s
            """)

    @Argument(
        help: ArgumentHelp(
            "How much of its end, such as 15s or 1:30. Default: 15s. Before it, the recording, if several are being made.",
            valueName: "length"))
    var words: [String] = []

    // As `clip` took the recording once.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    @Option(help: "What to call the new recording.")
    var name: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError("say how much, such as “replay clip 15s”") }
    }

    func run() async throws {
        let (reference, length) = try divide()
        guard length > .zero else { throw RecorderError(.invalid, "a clip of 0 s cannot be") }
        let library = try RecordingLibrary.open()
        let source = try library.running(reference)
        guard let clip = try library.clip(last: length, of: source, name: name) else {
            throw RecorderError(.failed, "“\(source.displayName)” has no picture yet")
        }
        // The movie begins at a keyframe; the edit makes it as long as was asked for.
        if clip.surplus > .zero {
            var session = try EditSession(clip.recording)
            try session.perform(.trim(TimeRange(start: clip.surplus, end: session.edit.duration)))
        }
        if output.json { try Output.json(["id": clip.recording.id]) } else { print(clip.recording.id) }
    }

    /// The recording and the length: one word is the length, if it is a time.
    private func divide() throws -> (recording: String?, length: MediaTime) {
        if let last = words.last, let length = DurationArgument(argument: last) {
            return (words.count == 2 ? words.first : recording, length.time)
        }
        if words.count == 2 { throw ValidationError("“\(words[1])” is not a length; write 15s or 1:30") }
        return (words.first ?? recording, Self.standardLength)
    }

    /// As ReplayKit's longest clip.
    private static let standardLength = MediaTime(value: 15, timescale: 1)
}
