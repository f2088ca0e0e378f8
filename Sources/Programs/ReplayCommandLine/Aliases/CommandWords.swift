package import ArgumentParser
import MediaTime

/// A command line, and the command that it begins with.
package struct CommandWords {
    /// In our own spelling; nil where it begins with none, as `--help` does.
    package let command: String?
    /// What the parser takes, the command included.
    package var arguments: [String]

    package init(command: String?, arguments: [String]) {
        self.command = command
        self.arguments = arguments
    }

    /// - Parameters:
    ///   - arguments: without the program's name, as they were typed.
    ///   - tree: the commands that there are.
    /// - Throws: `UnknownCommand`.
    package static func resolve(_ arguments: [String], in tree: CommandConfiguration) throws -> CommandWords {
        guard let typed = arguments.first else { return CommandWords(command: nil, arguments: arguments) }
        let arguments = CommandName.phrase(for: typed, isAlone: arguments.count == 1) + arguments.dropFirst()
        let first = arguments[0]
        if let command = try CommandName.resolve(first, before: arguments.dropFirst(), in: tree) {
            // While it is being recorded, audio is muted, the screen covered and an instant marked from now on; afterwards,
            // over a range or at a time.
            let isRanged = arguments.contains { $0.isRangeOption || command != "mark" && $0.isPlace }
            if ["mute", "cover", "mark"].contains(command), isRanged {
                return CommandWords(command: "edit", arguments: ["edit"] + arguments)
            }
            return CommandWords(command: command, arguments: [command] + arguments.dropFirst())
        }
        // `replay --help export` is `replay help export`.
        guard arguments.count > 1, ["help", "--help", "-h"].contains(first) else {
            return CommandWords(command: nil, arguments: [CommandName.synonym(of: first)] + arguments.dropFirst())
        }
        let named = CommandName.synonym(of: arguments[1])
        return CommandWords(command: nil, arguments: ["help", named] + arguments.dropFirst(2))
    }

    /// With options in our own spelling.
    package func rewritten(by aliases: OptionAliases) -> CommandWords {
        CommandWords(
            command: command, arguments: command.map { aliases.rewritten(arguments, of: $0) } ?? arguments)
    }

    /// With the user's own defaults.
    /// - Parameter problem: why a command does not take options; nil: it does.
    /// - Throws: `ConfigError`, `FileSystemError`.
    package func withDefaults(problem: (_ options: [String], _ command: String) -> String?) throws -> CommandWords {
        // Help comes whatever the file says, and what takes nothing from the file works without it.
        guard let command, ConfigKey.all.contains(where: { $0.command == command }), !arguments.contains("--help"),
            !arguments.contains("-h")
        else { return self }
        let file = try ConfigFile.read(problem: problem)
        return CommandWords(command: command, arguments: file.completed(arguments, of: command))
    }
}

/// Whether a command takes options.
package enum CommandCheck {
    /// Why a command does not take these options; nil: it does.
    package static func problem<Root: ParsableCommand>(
        of options: [String], for command: String, in root: Root.Type
    ) -> String? {
        let needed = ["batch": ["jobs.json"]]
        do {
            _ = try Root.parseAsRoot([command] + options + needed[command, default: []])
            return nil
        } catch {
            return Failure.sentence(Root.message(for: error))
        }
    }
}

extension String {
    /// True for an option that says when.
    fileprivate var isRangeOption: Bool {
        ["--from", "--to", "--start", "--end", "--range", "--at"].contains(dividedAtEquals.name)
    }

    /// True for a range, and for a word that begins with a number and goes on, such as `2-4` or `10,10,100x50`, but that is
    /// no id.
    fileprivate var isPlace: Bool {
        if rangeDots != nil { return true }
        let digits = utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
        return (1..<8).contains(digits) && utf8.count > digits
    }
}
