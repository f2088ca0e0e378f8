package import ArgumentParser
import MediaTime
import Workers

/// A command line together with its command.
package struct CommandWords {
    /// The command in Replay's spelling, or nil if the line begins with none, such as `--help`.
    package let command: String?
    /// The words for the parser, including the command.
    package var arguments: [String]

    package init(command: String?, arguments: [String]) {
        self.command = command
        self.arguments = arguments
    }

    /// Resolves the command of a command line.
    /// - Parameters:
    ///   - arguments: The words as typed, without the program's name.
    ///   - tree: The configuration that contains the commands.
    /// - Throws: `UnknownCommand`.
    package static func resolve(_ arguments: [String], in tree: CommandConfiguration) throws -> CommandWords {
        guard let typed = arguments.first else { return CommandWords(command: nil, arguments: arguments) }
        let arguments = CommandName.phrase(for: typed, isAlone: arguments.count == 1) + arguments.dropFirst()
        let first = arguments[0]
        if let command = try CommandName.resolve(first, before: arguments.dropFirst(), in: tree) {
            // During a recording, `mute`, `cover` and `mark` act from now on. With a range or a time, they edit a
            // finished recording.
            let isRanged = arguments.contains { $0.isRangeOption || command != "mark" && $0.isPlace }
            if ["mute", "cover", "mark"].contains(command), isRanged {
                return CommandWords(command: "edit", arguments: ["edit"] + arguments)
            }
            // This adds several operations, so it is a command of its own.
            if command == "edit", let rest = autozoom(arguments[1...]) {
                return CommandWords(command: "autozoom", arguments: ["autozoom"] + rest)
            }
            return CommandWords(command: command, arguments: [command] + arguments.dropFirst())
        }
        // `replay --help export` means `replay help export`.
        guard arguments.count > 1, ["help", "--help", "-h"].contains(first) else {
            return CommandWords(command: nil, arguments: [CommandName.synonym(of: first)] + arguments.dropFirst())
        }
        let named = try CommandName.resolve(arguments[1], in: tree) ?? arguments[1]
        return CommandWords(command: nil, arguments: ["help", named] + arguments.dropFirst(2))
    }

    /// Returns the other words of `edit demo autozoom` or `edit demo zoom auto`, or nil for another operation.
    private static func autozoom(_ words: ArraySlice<String>) -> [String]? {
        guard let place = words.prefix(2).firstIndex(where: { ["autozoom", "zoom"].contains($0) }) else { return nil }
        let isTwoWords = words[place] == "zoom"
        guard !isTwoWords || words.indices.contains(place + 1) && words[place + 1] == "auto" else { return nil }
        return Array(words[..<place]) + words[(place + (isTwoWords ? 2 : 1))...]
    }

    /// Returns the command line with options in Replay's spelling.
    package func rewritten(by aliases: OptionAliases) -> CommandWords {
        CommandWords(
            command: command, arguments: command.map { aliases.rewritten(arguments, of: $0) } ?? arguments)
    }

    /// Returns the command line with the user's defaults. Requires a sandbox if the line or the defaults say so. Call
    /// it before other threads exist.
    /// - Parameter problem: Returns the reason why a command does not accept options, or nil if it does.
    /// - Throws: `ConfigError`, `FileSystemError`.
    package func withDefaults(problem: (_ options: [String], _ command: String) -> String?) throws -> CommandWords {
        // Help and commands without defaults must work even if the file is invalid.
        guard let command, ConfigKey.isUsed(by: command), !arguments.contains("--help"), !arguments.contains("-h")
        else {
            return self
        }
        let file = try ConfigFile.read(problem: problem)
        if file.requiresSandbox || arguments.contains(SandboxOptions.flag) { Worker.requireSandbox() }
        return CommandWords(command: command, arguments: file.completed(arguments, of: command))
    }
}

/// A check of options against their command.
package enum CommandCheck {
    /// Returns the reason why a command does not accept these options, or nil if it does.
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
    /// True for an option that gives a time or a range.
    fileprivate var isRangeOption: Bool {
        ["--from", "--to", "--start", "--end", "--range", "--at"].contains(dividedAtEquals.name)
    }

    /// True for a range, and for a word that begins with 1 to 7 digits and continues, such as `2-4` or `10,10,100x50`.
    /// Ids have more digits.
    fileprivate var isPlace: Bool {
        if rangeDots != nil { return true }
        let digits = utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
        return (1..<8).contains(digits) && utf8.count > digits
    }
}
