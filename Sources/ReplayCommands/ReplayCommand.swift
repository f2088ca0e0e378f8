public import ArgumentParser
import Glibc
import Replay

/// The command `replay`.
public struct ReplayCommand: AsyncParsableCommand {
    /// What the command line looks like.
    public static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Record the screen, cut the recording, export what should be shared.",
        discussion: """
            A recording is its id, its name, or the beginning of either; without one, the latest is meant.
            Times: 12.5, 1:02.250, 90s, 1m30s, 1500ms, f120 (a frame), -5 (from the end).

            Example: replay record, then replay cut 3..5, then replay export -o demo.mp4
            """,
        version: ReplayVersion.name,
        groupedSubcommands: [
            CommandGroup(
                name: "Record",
                subcommands: [
                    Record.self, Sources.self, Doctor.self, Status.self, Pause.self, Resume.self, Mute.self,
                    Unmute.self, Cover.self, Uncover.self, Mark.self, Clip.self, Stop.self, Discard.self,
                ]),
            CommandGroup(
                name: "Keep and edit",
                subcommands: [
                    List.self, Info.self, Play.self, Rename.self, Import.self, Recover.self, Retention.self, Trim.self,
                    Cut.self, Undo.self, Redo.self, Edits.self,
                ]),
            CommandGroup(name: "Share", subcommands: [Export.self, Batch.self, Presets.self, Validate.self]),
            CommandGroup(name: "Settings", subcommands: [Config.self]),
        ])

    /// With the values that are stated at its properties.
    public init() {}

    /// Prepares the process, before anything else is done in it.
    public static func prepare() {
        StandardDescriptors.fill()
        // A reader that goes away ends the output, not the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Runs what the command line says and ends the process with an exit code of sysexits(3).
    public static func run() async -> Never {
        var help = "replay --help"
        do {
            let (name, arguments) = try completed(CommandLine.pathArguments)
            if let name { help = "replay help \(name)" }
            var command = try parseAsRoot(arguments)
            BeaconFile.removeDead()
            if !(command is Recover || command is Doctor || command is any ControlsRecorder) {
                RepairReport.repairBeforehand()
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try Output.finish()
            Glibc.exit(0)
        } catch OutputError.noReader {
            endBySignal()
        } catch let error where Failure.isOurs(error) {
            Terminal.say("replay: \(Failure.sentence(for: error))")
            Glibc.exit(Failure.exitCode(for: error))
        } catch  where exitCode(for: error) == .validationFailure {
            Terminal.say("replay: \(Failure.sentence(message(for: error))); “\(help)” says more")
            Glibc.exit(ExitCode.validationFailure.rawValue)
        } catch {
            exit(printing: fullMessage(for: error), code: exitCode(for: error).rawValue)
        }
    }

    /// The command line in our own spelling, with the user's own defaults, and the command that it begins with, if any.
    private static func completed(_ arguments: [String]) throws -> (command: String?, arguments: [String]) {
        guard let first = arguments.first else { return (nil, arguments) }
        if let command = try CommandName.resolve(first, in: configuration) {
            return (command, try completed([command] + arguments.dropFirst(), of: command))
        }
        // `replay --help export` is `replay help export`.
        guard arguments.count > 1, ["help", "--help", "-h"].contains(first) else {
            return (nil, [CommandName.synonym(of: first)] + arguments.dropFirst())
        }
        return (nil, ["help", CommandName.synonym(of: arguments[1])] + arguments.dropFirst(2))
    }

    /// As the command line that begins with that command.
    static func completed(_ arguments: [String], of command: String) throws -> [String] {
        let words = OptionAliases.rewritten(arguments, of: command)
        // Help comes whatever the file says, and what takes nothing from the file works without it.
        guard ConfigKey.all.contains(where: { $0.command == command }), !words.contains("--help"), !words.contains("-h")
        else { return words }
        return try ConfigFile.read().completed(words, of: command)
    }

    /// Why a command does not take these options; nil: it does.
    static func problem(of options: [String], for command: String) -> String? {
        let needed = ["batch": ["jobs.json"]]
        do {
            _ = try parseAsRoot([command] + options + needed[command, default: []])
            return nil
        } catch {
            return Failure.sentence(message(for: error))
        }
    }

    /// Ends with what was asked for on standard output, such as help, or with a bare exit code.
    private static func exit(printing text: String, code: Int32) -> Never {
        if code == 0, !text.isEmpty { print(text) }
        if code != 0, !text.isEmpty { Terminal.say(text) }
        do {
            try Output.finish()
        } catch OutputError.noReader {
            if code == 0 { endBySignal() }
        } catch {
            Terminal.say("replay: \(Failure.sentence(for: error))")
            if code == 0 { Glibc.exit(Failure.exitCode(for: error)) }
        }
        Glibc.exit(code)
    }

    /// As other programs end that write where nobody reads: in silence, by SIGPIPE. What the command does is done by then.
    private static func endBySignal() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        Glibc.exit(128 + SIGPIPE)
    }
}
