import ArgumentParser
package import ReplayErrors

/// A search for options on a command line that its command does not have.
package enum OptionCheck {
    /// Returns the words that a command takes unparsed, without the terminator `--`. They are unparsed because times from
    /// the end begin with a dash, like options.
    /// - Parameter captured: The words that the parser did not recognise. All words after a terminator are accepted.
    /// - Throws: `ValidationError` for an option, which `CommandRun` replaces by a more helpful error.
    package static func words(in captured: [String]) throws -> [String] {
        let end = captured.firstIndex(of: "--") ?? captured.endIndex
        if let option = captured[..<end].first(where: isOption) {
            throw ValidationError("there is no option “\(option)”")
        }
        return Array(captured[..<end] + captured[end...].dropFirst())
    }

    /// Returns the first option that a command does not have, or nil if it has all of them.
    /// - Parameter words: The command line in Replay's spelling.
    static func unknown(in words: CommandWords, tree: CommandConfiguration) -> UnknownOption? {
        guard let name = words.command,
            let command = tree.subcommands.first(where: { $0._commandName == name })
        else { return nil }
        let known = names(in: command.helpMessage(includeHidden: true, columns: 1000))
        let options = words.arguments.dropFirst().prefix { $0 != "--" }.filter(isOption).map(\.optionName)
        guard let option = options.first(where: { !known.contains($0) }) else { return nil }
        return UnknownOption(
            option: option, command: name, hint: OptionHints.hint(for: option, in: words, among: known))
    }

    /// Returns true for a long option and for a short one of one letter, but not for a time from the end such as `-5`.
    private static func isOption(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
        if OptionHints.ffmpegOptions.contains(word) { return true }
        let isLong = bytes[1] == UInt8(ascii: "-")
        guard isLong || bytes.count == 2, let letter = isLong ? bytes.dropFirst(2).first : bytes[1] else {
            return false
        }
        return (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(letter)
    }

    /// Returns the names of the options in a command's help. Each of them begins an indented line.
    static func names(in help: String) -> Set<String> {
        var names: Set<String> = ["--help", "-h", "--version"]
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            for word in line.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "/" }) {
                guard word.hasPrefix("-") else { break }
                names.insert(String(word))
            }
        }
        return names
    }
}

extension String {
    /// The option without “=” and its value.
    fileprivate var optionName: String { utf8.firstIndex(of: UInt8(ascii: "=")).map { String(self[..<$0]) } ?? self }
}

/// An error that occurs if a command does not have an option.
package struct UnknownOption: CategorizedError {
    let option: String
    let command: String
    /// A clause with the right option or with another way to do it.
    let hint: String?

    package var category: ErrorCategory { .usage }

    package var description: String {
        "“replay \(command)” has no option “\(option)”; " + (hint ?? "“replay help \(command)” lists its options")
    }
}
