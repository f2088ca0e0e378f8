/// Options as other programs spell them: `replay record --region`, `replay export -y`. A pure function of the command line, so
/// that the parser, the help and the completions know one spelling only.
package struct OptionAliases: Sendable {
    /// What stands for an option.
    package enum Meaning: Sendable {
        /// The same under another name, with its value.
        case option(String)
        /// These words, without a value.
        case words([String])
        /// Its value alone.
        case value
        /// The words for the value that follows; nil: what follows is another argument.
        case choice(@Sendable (String?) -> (words: [String], takesValue: Bool))
    }

    private let meanings: [String: [String: Meaning]]
    /// First words of a command that other programs have and ours does without, with what stands for them.
    private let verbs: [String: [String: [String]]]
    /// The commands whose words are no files, so that the name of a movie or an image among them is meant as the output.
    private let outputs: Set<String>
    /// By command, what makes words of several options together; called last.
    private let combinations: [String: @Sendable ([String]) -> [String]]

    /// - Parameters:
    ///   - meanings: by command, what stands for an option.
    ///   - verbs: by command, words that may stand behind it, with what stands for them.
    ///   - outputs: The commands whose words are no files.
    ///   - combinations: by command, what makes words of several options together; called last.
    package init(
        _ meanings: [String: [String: Meaning]], verbs: [String: [String: [String]]], outputs: Set<String> = [],
        combinations: [String: @Sendable ([String]) -> [String]] = [:]
    ) {
        self.meanings = meanings
        self.verbs = verbs
        self.outputs = outputs
        self.combinations = combinations
    }

    /// With those of other commands.
    package func adding(_ others: OptionAliases) -> OptionAliases {
        OptionAliases(
            meanings.merging(others.meanings) { _, other in other },
            verbs: verbs.merging(others.verbs) { _, other in other }, outputs: outputs.union(others.outputs),
            combinations: combinations.merging(others.combinations) { _, other in other })
    }

    /// The command line as the parser takes it.
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - command: what the first of them means; see `CommandName`.
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
            result += words(for: meaning, value, &rest)
        }
        return result
    }

    private func withoutVerb(_ arguments: [String], of command: String) -> [String] {
        guard arguments.count > 1, let words = verbs[command]?[arguments[1]] else { return arguments }
        return arguments.prefix(1) + words + arguments.dropFirst(2)
    }

    /// The command line with `--output` before the first or the last word, if that is named like a movie or an image and no
    /// option takes it.
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

    /// True for an option that may take the word behind it, false for other words and for flags.
    private func takesValue(_ word: String) -> Bool {
        let flags: Set = [
            "--consent", "--yes", "-y", "--detach", "--force", "--json", "--pointer", "--no-cursor", "--mix",
        ]
        return word.utf8.first == UInt8(ascii: "-") && !word.hasByte("=") && !flags.contains(word)
    }

    /// - Parameters:
    ///   - value: what stands behind “=”.
    ///   - rest: the words that follow, of which the value is taken where it stands there.
    private func words(for meaning: Meaning, _ value: String?, _ rest: inout ArraySlice<String>) -> [String] {
        switch meaning {
        case .option(let name): return value.map { ["\(name)=\($0)"] } ?? [name]
        case .words(let words): return words
        case .value: return value.map { [$0] } ?? []
        case .choice(let choose):
            let next = value ?? rest.first.flatMap { $0.utf8.first == UInt8(ascii: "-") ? nil : $0 }
            let (words, takesValue) = choose(next)
            if takesValue, value == nil { rest = rest.dropFirst() }
            return words
        }
    }
}

extension String {
    /// `--name=value` as its two parts; what is no long option has no value.
    package var dividedAtEquals: (name: String, value: String?) {
        guard utf8.starts(with: "--".utf8), let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return (self, nil)
        }
        return (String(self[..<equals]), String(self[utf8.index(after: equals)...]))
    }
}
