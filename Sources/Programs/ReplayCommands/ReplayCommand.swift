public import ArgumentParser
import ReplayCommandLine
import ReplayLibrary

/// The command `replay` with all its subcommands, as the program `replay-media` has it.
public struct ReplayCommand: AsyncParsableCommand {
    /// The configuration of the command line.
    public static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Record the screen, edit the recording, and export a movie.",
        discussion: """
            Name a recording by its id, name, or the beginning of either. Default: latest.
            Times: 12.5, 1:02.250, 90s, 1m30s, 1500ms, f120 (a frame), -5 (from the end).
            Example: replay record, then replay cut 3..5, then replay export -o demo.mp4
            """,
        version: ReplayVersion.name,
        groupedSubcommands: [
            CommandGroup(
                name: "Record",
                subcommands: [
                    Record.self, Sources.self, Doctor.self, Status.self, Pause.self, Resume.self, Mute.self,
                    Unmute.self, Cover.self, Uncover.self, Mark.self, ClipCommand.self, Stop.self, Discard.self,
                    Broadcast.self,
                ]),
            CommandGroup(
                name: "Keep and edit",
                subcommands: [
                    Preview.self, List.self, Info.self, Play.self, Rename.self, Duplicate.self, Import.self,
                    Recover.self, Retention.self, Trim.self, Cut.self, EditCommand.self, AutoZoom.self, Undo.self,
                    Redo.self,
                    Edits.self, Redact.self,
                ]),
            CommandGroup(
                name: "Share and set up",
                subcommands: [
                    Export.self, Still.self, Sheet.self, Strip.self, Waveform.self, Batch.self, Presets.self,
                    Validate.self, Config.self,
                ]),
        ])

    /// Creates the command with the default values of its options.
    public init() {}

    /// Runs the program.
    public static func runProgram() -> Never {
        ExportMemory.configure()
        Record.movies.withLock { $0 = RecordedMovies() }
        CommandRun(Self.self, complete: completed) { command in
            if command is Validate { throw SiblingProgram.preview.takeOver() }
            if command is any ReadsNoRecording || command is any ControlsRecorder { return }
            RepairReport.repairBeforehand()
            if command is Preview { throw SiblingProgram.preview.takeOver() }
        }()
    }

    /// Returns the command line in Replay's spelling, with the user's defaults.
    private static func completed(_ arguments: [String]) throws -> CommandWords {
        try completed(CommandWords.resolve(arguments, in: configuration))
    }

    /// Returns a resolved command line in Replay's spelling, with the user's defaults.
    static func completed(_ words: CommandWords) throws -> CommandWords {
        try words.rewritten(by: .all).withDefaults(problem: problem)
    }

    /// Returns the reason why a command does not accept these options, or nil if it does.
    static func problem(of options: [String], for command: String) -> String? {
        CommandCheck.problem(of: options, for: command, in: Self.self)
    }
}
