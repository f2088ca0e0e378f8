import ArgumentParser
import ReplayCommandLine

/// `replay clip`
struct ClipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clip",
        abstract: "Save the last seconds of the recording as a clip.",
        usage: "replay clip [<recording>] [<length>] [--fast] [--name <name>] [--json]",
        discussion: """
            The recording continues. If it is shorter than the length, all of it is saved. Prints the new recording’s id.

            Frames from the start of the clip to the next keyframe are encoded, as in an export; --fast avoids that.

            With “replay record --buffer 60s”, at most 60 s can be saved.

            Example: replay clip 15s
            """)

    @Argument(
        help: ArgumentHelp(
            "The length to save, such as 15s or 1:30. Default: 15s. Before it, the recording, if several are running.",
            valueName: "length"))
    var words: [String] = []

    // An earlier version of `clip` took the recording as an option.
    @Option(name: .shortAndLong, help: .hidden, completion: .recordings)
    var recording: String?

    @Flag(help: "Copy only: begin at the preceding keyframe, up to 2 s earlier.")
    var fast = false

    @Option(help: "The name of the new recording.")
    var name: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError("give a length, such as “replay clip 15s”") }
    }

    func run() async throws {
        let (reference, length) = try divide()
        guard length > .zero else { throw RecorderError(.invalid, description: "the clip must be longer than 0 s") }
        let library = try RecordingLibrary.open()
        let source = try library.running(reference)
        let name = try name.map { try library.freeName($0) { note in Terminal.say("replay: \(note)") } }
        guard let clip = try library.clip(last: length, of: source, name: name) else {
            throw RecorderError(.failed, description: "“\(source.displayName)” has no frame yet")
        }
        let id = fast ? clip.recording.id : try await exact(clip, in: library)
        if output.json { try Output.json(["id": id]) } else { print(id) }
    }

    /// Returns a clip of exactly the requested length. If the movie cannot be cut there, the edit trims the clip.
    private func exact(_ clip: RecordingClip, in library: RecordingLibrary) async throws -> RecordingID {
        let saved = try await clip.exactOrTrimmed(in: library)
        if !saved.isExact {
            Terminal.say(
                "replay: the clip cannot be cut exactly: it begins at the preceding keyframe; its exports begin as requested"
            )
        }
        return saved.recording.id
    }

    /// Returns the recording and the length, in any order: the last word that is a time is the length.
    private func divide() throws -> (recording: String?, length: MediaTime) {
        guard let place = words.lastIndex(where: { DurationArgument(argument: $0) != nil }),
            let length = DurationArgument(argument: words[place])
        else {
            if words.count == 2 { throw ValidationError("“\(words[1])” is not a length; write 15s or 1:30") }
            return (words.first ?? recording, Self.standardLength)
        }
        return (words.indices.first { $0 != place }.map { words[$0] } ?? recording, length.time)
    }

    /// The default length, that of ReplayKit's longest clip: 15 s.
    private static let standardLength = MediaTime(value: 15, timescale: 1)
}
