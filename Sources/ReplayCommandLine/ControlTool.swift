public import ArgumentParser
import ReplayLibrary

/// The program `replay`: what controls a recorder is done here, at once; `replay-media` takes its place for the rest, which
/// needs FFmpeg and its some 170 libraries.
public struct ControlTool: AsyncParsableCommand {
    /// What the command line looks like.
    public static let configuration = CommandConfiguration.replay(
        record: [
            MediaCommand.Record.self, Sources.self, MediaCommand.Doctor.self, Status.self, Pause.self, Resume.self,
            Mute.self, Unmute.self, Cover.self, Uncover.self, Mark.self, MediaCommand.Clip.self,
            MediaCommand.Stop.self, MediaCommand.Discard.self,
        ],
        edit: [
            MediaCommand.List.self, MediaCommand.Info.self, MediaCommand.Play.self, MediaCommand.Rename.self,
            MediaCommand.Import.self, MediaCommand.Recover.self, MediaCommand.Retention.self, MediaCommand.Trim.self,
            MediaCommand.Cut.self, MediaCommand.Undo.self, MediaCommand.Redo.self, MediaCommand.Edits.self,
        ],
        share: [
            MediaCommand.Export.self, MediaCommand.Batch.self, MediaCommand.Presets.self, MediaCommand.Validate.self,
        ],
        settings: [MediaCommand.Config.self])

    /// With the values that are stated at its properties.
    public init() {}

    /// Runs the program.
    public static func run() -> Never {
        ReplayProcess.run { arguments in
            await CommandRun(Self.self) { arguments in
                let words = try CommandWords.resolve(arguments, in: configuration)
                if needsMedia(words) { throw MediaProgram.takeOver() }
                return words.rewritten(by: .control)
            }(arguments)
        }
    }

    private static let own: Set = [
        "sources", "status", "pause", "resume", "mute", "unmute", "cover", "uncover", "mark",
    ]

    /// Whether another program has what is asked for: a command, its help, or what is made of all commands, such as the
    /// completions of a shell.
    private static func needsMedia(_ words: CommandWords) -> Bool {
        if let command = words.command { return !own.contains(command) }
        guard let first = words.arguments.first else { return false }
        if first == "help" { return words.arguments.count > 1 && !own.contains(words.arguments[1]) }
        return !["--help", "-h", "--version"].contains(first)
    }
}
