public import ArgumentParser
import ReplayLibrary

/// The program `replay`: it has the commands that need no FFmpeg, whose some 170 libraries take 50 ms of CPU to load. For the
/// others, and to repair an interrupted recording, it becomes `replay-media`.
public struct FrontTool: AsyncParsableCommand {
    /// What the command line looks like.
    public static let configuration = CommandConfiguration.replay(
        record: [
            Record.self, Sources.self, MediaCommand.Doctor.self, Status.self, Pause.self, Resume.self,
            Mute.self, Unmute.self, Cover.self, Uncover.self, Mark.self, MediaCommand.Clip.self,
            Stop.self, Discard.self,
        ],
        edit: [
            Preview.self, List.self, MediaCommand.Info.self, MediaCommand.Play.self, Rename.self, Duplicate.self,
            MediaCommand.Import.self, MediaCommand.Recover.self, MediaCommand.Retention.self, MediaCommand.Trim.self,
            MediaCommand.Cut.self, MediaCommand.Edit.self, MediaCommand.Undo.self, MediaCommand.Redo.self,
            MediaCommand.Edits.self, MediaCommand.Redact.self,
        ],
        share: [
            MediaCommand.Export.self, MediaCommand.Still.self, MediaCommand.Sheet.self, MediaCommand.Strip.self,
            MediaCommand.Waveform.self, MediaCommand.Batch.self, MediaCommand.Presets.self, Validate.self,
        ],
        settings: [MediaCommand.Config.self])

    /// Creates the command with the default values of its options.
    public init() {}

    /// Runs the program.
    public static func run() -> Never { CommandRun(Self.self, complete: completed, prepare: prepare)() }

    private static let own: Set = [
        "record", "sources", "status", "pause", "resume", "mute", "unmute", "cover", "uncover", "mark", "stop",
        "discard", "list", "rename", "duplicate", "preview", "validate",
    ]

    private static func completed(_ arguments: [String]) throws -> CommandWords {
        let words = try CommandWords.resolve(arguments, in: configuration)
        if needsMedia(words) { throw SiblingProgram.media.takeOver() }
        return try words.rewritten(by: .front).withDefaults { options, command in
            // The defaults of other commands are their own affair.
            own.contains(command) ? CommandCheck.problem(of: options, for: command, in: Self.self) : nil
        }
    }

    /// Runs `replay-preview`, which has two of the commands and is called as `replay` is.
    public static func runPreview() -> Never {
        CommandRun(Self.self, complete: completed) { command in
            guard command is Preview || command is Validate else { throw SiblingProgram.media.takeOver() }
        }()
    }

    /// Leaves what needs movies to `replay-media`: the repair of interrupted recordings, and then the command too.
    private static func prepare(_ command: any ParsableCommand) throws {
        if command is Validate { throw SiblingProgram.preview.takeOver() }
        if let record = command as? Record, record.needsMovies { throw SiblingProgram.media.takeOver() }
        // A library that cannot be read is told of by the command, where it needs one.
        guard !(command is any ControlsRecorder), let library = try? RecordingLibrary.open() else {
            if command is Preview { throw SiblingProgram.preview.takeOver() }
            return
        }
        // If it fails, the next command tries again.
        try? library.removeRemains()
        if (try? library.hasInterrupted) ?? false { throw SiblingProgram.media.takeOver() }
        if command is Preview { throw SiblingProgram.preview.takeOver() }
    }

    /// Whether another program has what is asked for: a command, its help, or what is made of all commands, such as the
    /// completions of a shell.
    private static func needsMedia(_ words: CommandWords) -> Bool {
        if let command = words.command { return !own.contains(command) }
        guard let first = words.arguments.first else { return false }
        if ["help", "---completion"].contains(first) {
            return words.arguments.count > 1 && !own.contains(words.arguments[1])
        }
        return !["--help", "-h", "--version"].contains(first)
    }
}
