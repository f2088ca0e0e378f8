public import ArgumentParser
import ReplayLibrary

/// The program `replay`. It contains the commands that do not need FFmpeg, because loading FFmpeg's approximately 170
/// libraries takes 50 ms of CPU time. For all other command lines, and to repair an interrupted recording, it executes
/// `replay-media`, which contains all commands.
public struct FrontTool: AsyncParsableCommand {
    /// The configuration of the command line.
    public static let configuration = CommandConfiguration(
        commandName: "replay",
        version: ReplayVersion.name,
        subcommands: [
            Record.self, Sources.self, Status.self, Pause.self, Resume.self, Mute.self, Unmute.self, Cover.self,
            Uncover.self, Mark.self, Stop.self, Discard.self, Broadcast.self, List.self, Rename.self, Duplicate.self,
            Preview.self, Validate.self,
        ])

    /// Creates the command with the default values of its options.
    public init() {}

    /// Runs the program.
    public static func run() -> Never { CommandRun(Self.self, complete: completed, prepare: prepare)() }

    /// Runs the program `replay-preview`, which has two of the commands and takes the same command line as `replay`.
    public static func runPreview() -> Never {
        CommandRun(Self.self, complete: completed) { command in
            guard command is Preview || command is Validate else { throw SiblingProgram.media.takeOver() }
        }()
    }

    /// Returns the command line in Replay's spelling, with the user's defaults. It executes `replay-media` if the
    /// command is not one of this program.
    private static func completed(_ arguments: [String]) throws -> CommandWords {
        let first = CommandName.synonym(of: arguments.first ?? "--help")
        guard first == "--version" || isOwn(first) else { throw SiblingProgram.media.takeOver() }
        let words = try CommandWords.resolve(arguments, in: configuration)
        // With a range, `replay mute` edits a recording.
        if words.command == "edit" { throw SiblingProgram.media.takeOver() }
        return try words.rewritten(by: .front).withDefaults { options, command in
            // The programs of other commands check their own defaults.
            isOwn(command) ? CommandCheck.problem(of: options, for: command, in: Self.self) : nil
        }
    }

    private static func isOwn(_ command: String) -> Bool {
        // A key path of a metatype crashes Swift 6.3.
        configuration.subcommands.contains { $0._commandName == command }
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
        if (try? library.hasInterrupted()) ?? false { throw SiblingProgram.media.takeOver() }
        if command is Preview { throw SiblingProgram.preview.takeOver() }
    }
}
