public import ArgumentParser
import ReplayLibrary

/// The program `replay`. It contains the commands that do not need FFmpeg, because loading FFmpeg's approximately 170
/// libraries takes 50 ms of CPU time. For other commands, and to repair an interrupted recording, it executes
/// `replay-media`.
public struct FrontTool: AsyncParsableCommand {
    /// The configuration of the command line.
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
            // The programs of other commands check their own defaults.
            own.contains(command) ? CommandCheck.problem(of: options, for: command, in: Self.self) : nil
        }
    }

    /// Runs the program `replay-preview`, which has two of the commands and takes the same command line as `replay`.
    public static func runPreview() -> Never {
        CommandRun(Self.self, complete: completed) { command in
            guard command is Preview || command is Validate else { throw SiblingProgram.media.takeOver() }
        }()
    }

    /// Executes `replay-media` if movies are needed, for the command or to repair interrupted recordings first.
    private static func prepare(_ command: any ParsableCommand) throws {
        if command is Validate { throw SiblingProgram.preview.takeOver() }
        if let record = command as? Record, record.needsMovies { throw SiblingProgram.media.takeOver() }
        // If the command needs the library and it cannot be read, the command reports that.
        guard !(command is any ControlsRecorder), let library = try? RecordingLibrary.open() else {
            if command is Preview { throw SiblingProgram.preview.takeOver() }
            return
        }
        // If the removal fails, the next command tries again.
        try? library.removeRemains()
        if (try? library.hasInterrupted) ?? false { throw SiblingProgram.media.takeOver() }
        if command is Preview { throw SiblingProgram.preview.takeOver() }
    }

    /// Returns true if `replay-media` has the requested command, its help, or an output about all commands, such as
    /// shell completions.
    private static func needsMedia(_ words: CommandWords) -> Bool {
        if let command = words.command { return !own.contains(command) }
        guard let first = words.arguments.first else { return false }
        if ["help", "---completion"].contains(first) {
            return words.arguments.count > 1 && !own.contains(words.arguments[1])
        }
        return !["--help", "-h", "--version"].contains(first)
    }
}
