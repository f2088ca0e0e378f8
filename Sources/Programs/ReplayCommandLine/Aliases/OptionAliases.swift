/// Options in the spelling of other programs, such as `replay record --region` and `replay export -y`. A pure function
/// of the command line, so that the parser, the help and the completions know only one spelling.
package struct OptionAliases: Sendable {
    /// The replacement for an option.
    package enum Meaning: Sendable {
        /// Another option with the same value.
        case option(String)
        /// The words in place of the option, without a value.
        case words([String])
        /// The value alone.
        case value
        /// The words for the value that follows. The function gets nil if an option or nothing follows.
        case choice(@Sendable (String?) -> (words: [String], takesValue: Bool))
    }

    private let meanings: [String: [String: Meaning]]
    /// The first words after a command that Replay does not need, with their replacements.
    private let verbs: [String: [String: [String]]]
    /// The commands that take no file names, so that the name of a movie or an image among their words means the
    /// output.
    private let outputs: Set<String>
    /// The functions that combine several options, by command. They are called last.
    private let combinations: [String: @Sendable ([String]) -> [String]]

    /// - Parameters:
    ///   - meanings: The replacements for options, by command.
    ///   - verbs: The words that may follow a command, with their replacements, by command.
    ///   - outputs: The commands that take no file names.
    ///   - combinations: The functions that combine several options, by command. They are called last.
    package init(
        _ meanings: [String: [String: Meaning]], verbs: [String: [String: [String]]], outputs: Set<String> = [],
        combinations: [String: @Sendable ([String]) -> [String]] = [:]
    ) {
        self.meanings = meanings
        self.verbs = verbs
        self.outputs = outputs
        self.combinations = combinations
    }

    /// Returns these aliases together with those of other commands.
    package func adding(_ others: OptionAliases) -> OptionAliases {
        OptionAliases(
            meanings.merging(others.meanings) { _, other in other },
            verbs: verbs.merging(others.verbs) { _, other in other }, outputs: outputs.union(others.outputs),
            combinations: combinations.merging(others.combinations) { _, other in other })
    }

    /// Returns the command line in the spelling of the parser.
    /// - Parameters:
    ///   - arguments: The words without the program's name.
    ///   - command: The command of the first word, as in `CommandName`.
    package func rewritten(_ arguments: [String], of command: String) -> [String] {
        let words = renamed(namingOutput(withoutVerb(arguments, of: command), of: command), of: command)
        return combinations[command]?(words) ?? words
    }

    private func renamed(_ arguments: [String], of command: String) -> [String] {
        guard let meanings = meanings[command] else { return arguments }
        var (result, rest) = ([String](), arguments[...])
        while let word = rest.popFirst() {
            guard word != "--" else { return result + [word] + rest }
            let (name, value) = word.dividedAtEquals
            guard let meaning = meanings[name] else {
                result.append(word)
                continue
            }
            result += words(for: meaning, value: value, rest: &rest)
        }
        return result
    }

    private func withoutVerb(_ arguments: [String], of command: String) -> [String] {
        guard arguments.count > 1, let words = verbs[command]?[arguments[1]] else { return arguments }
        return arguments.prefix(1) + words + arguments.dropFirst(2)
    }

    /// Returns the command line with `--output` before the first or the last word. That word must have the name of a
    /// movie or an image, and must not be the value of an option.
    private func namingOutput(_ arguments: [String], of command: String) -> [String] {
        guard outputs.contains(command), arguments.count > 1 else { return arguments }
        let place = [arguments.count - 1, 1].first { place in
            let word = arguments[place]
            return (Output.isMovieName(word) || Output.isImageName(word)) && word.utf8.first != UInt8(ascii: "-")
                && !takesValue(arguments[place - 1])
        }
        guard let place else { return arguments }
        return arguments[..<place] + ["--output=\(arguments[place])"] + arguments[(place + 1)...]
    }

    /// Returns true for an option that may take the next word as its value, and false for other words and for flags.
    private func takesValue(_ word: String) -> Bool {
        let flags: Set = [
            "--consent", "--yes", "-y", "--detach", "--force", "--json", "--pointer", "--no-cursor", "--mix",
        ]
        return word.utf8.first == UInt8(ascii: "-") && !word.hasByte("=") && !flags.contains(word)
    }

    /// Returns the words for an option.
    /// - Parameters:
    ///   - value: The value after “=”, or nil.
    ///   - rest: The following words, from which the value is removed if it is taken from there.
    private func words(for meaning: Meaning, value: String?, rest: inout ArraySlice<String>) -> [String] {
        switch meaning {
        case .option(let name): return value.map { ["\(name)=\($0)"] } ?? [name]
        case .words(let words): return words
        case .value: return value.map { [$0] } ?? []
        case .choice(let choose):
            let next = value ?? rest.first.flatMap { $0.utf8.first == UInt8(ascii: "-") ? nil : $0 }
            let (words, takesValue) = choose(next)
            if takesValue, value == nil { rest = rest.dropFirst() }
            // The parser refuses a value after “=” that has no meaning.
            if let value, !takesValue, let last = words.last { return words.dropLast() + ["\(last)=\(value)"] }
            return words
        }
    }
}

extension String {
    /// The two parts of `--name=value`. The value is nil for any other word.
    package var dividedAtEquals: (name: String, value: String?) {
        guard utf8.starts(with: "--".utf8), let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return (self, nil)
        }
        return (String(self[..<equals]), String(self[utf8.index(after: equals)...]))
    }
}
