import ArgumentParser
import ReplayCommandLine

/// `replay clip`
struct Clip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip",
        abstract: MediaCommand.Clip.abstract,
        usage: "replay clip [<recording>] [<length>] [--fast] [--name <name>] [--json]",
        discussion: """
            The recording goes on. What it has of it is saved where it is shorter. Prints the new recording’s id.

            What lies between the beginning and the next keyframe is encoded, as in an export; --fast spares that.

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

    @Flag(help: "Copy only: begin at the preceding keyframe, up to 2 s earlier.")
    var fast = false

    @Option(help: "The name of the new recording.")
    var name: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError("say how much, such as “replay clip 15s”") }
    }

    func run() async throws {
        let (reference, length) = try divide()
        guard length > .zero else { throw RecorderError(.invalid, "the clip must be longer than 0 s") }
        let library = try RecordingLibrary.open()
        let source = try library.running(reference)
        let name = try name.map { try library.freeName($0) { note in Terminal.say("replay: \(note)") } }
        guard let clip = try library.clip(last: length, of: source, name: name) else {
            throw RecorderError(.failed, "“\(source.displayName)” has no frame yet")
        }
        let id = fast ? clip.recording.id : try await exact(clip, library)
        if output.json { try Output.json(["id": id]) } else { print(id) }
    }

    /// As long as was asked for; where the movie cannot be cut so, by the edit.
    private func exact(_ clip: RecordingClip, _ library: RecordingLibrary) async throws -> RecordingID {
        let saved = try await clip.exactOrTrimmed(in: library)
        if !saved.isExact {
            Terminal.say("replay: it cannot be cut there; it begins at the keyframe before, its exports where you said")
        }
        return saved.recording.id
    }

    /// The recording and the length, in any order: the last word that is a time is the length.
    private func divide() throws -> (recording: String?, length: MediaTime) {
        guard let place = words.lastIndex(where: { DurationArgument(argument: $0) != nil }),
            let length = DurationArgument(argument: words[place])
        else {
            if words.count == 2 { throw ValidationError("“\(words[1])” is not a length; write 15s or 1:30") }
            return (words.first ?? recording, Self.standardLength)
        }
        return (words.indices.first { $0 != place }.map { words[$0] } ?? recording, length.time)
    }

    /// As ReplayKit's longest clip.
    private static let standardLength = MediaTime(value: 15, timescale: 1)
}
