import Replay

/// Options as other programs spell them: `replay record --region`, `replay export -y`. A pure function of the command line, so
/// that the parser, the help and the completions know one spelling only.
enum OptionAliases {
    /// What stands for an option.
    private enum Meaning {
        /// The same under another name, with its value.
        case option(String)
        /// These words, without a value.
        case words([String])
        /// Its value alone.
        case value
        /// The words for the value that follows; nil: what follows is another argument.
        case choice(@Sendable (String?) -> (words: [String], takesValue: Bool))
    }

    private static let meanings: [String: [String: Meaning]] = [
        "record": [
            "--region": .option("--area"), "--rect": .option("--area"), "--geometry": .option("--area"),
            "-g": .option("--area"), "--screen": .choice(screen), "-d": .choice(lengthOrDetached),
            "-t": .option("--duration"), "--time": .option("--duration"), "--length": .option("--duration"),
            "-r": .option("--fps"), "--rate": .option("--fps"), "--framerate": .option("--fps"),
            "--frame-rate": .option("--fps"), "--microphone": .choice(microphone), "--background": .words(["--detach"]),
            "-b": .words(["--detach"]), "--no-audio": .words(["--audio=none"]), "-n": .option("--name"),
            "--yes": .words(yes), "-y": .words(yes),
        ],
        "export": [
            "-y": .words(["--force"]), "--yes": .words(["--force"]), "--overwrite": .words(["--force"]),
            "-f": .choice(preset), "--format": .choice(preset), "-p": .choice(preset), "--preset": .choice(preset),
            "--sound": .option("--audio-render"), "--out": .option("--output"), "--resolution": .choice(preset),
            "--height": .choice(preset),
            "--720p": .words(["--preset=share-720p"]), "--1080p": .words(["--preset=share-1080p"]),
            "--hls": .words(["--preset=hls"]), "--gif": .words(["--preset=gif"]), "--webm": .words(["--preset=webm"]),
        ],
        "config": ["--list": .words([]), "-l": .words([])],
        "trim": range, "cut": range,
        "clip": [
            "--length": .value, "--duration": .value, "--last": .value, "-d": .value, "-t": .value,
        ],
        "discard": ["-f": .words(["--yes"])],
        "status": ["-w": .words(["--watch"]), "-f": .words(["--watch"]), "--follow": .words(["--watch"])],
        "list": ["-l": .words([]), "-a": .words([]), "--all": .words([])],
    ]

    /// First words of a command that other programs have and ours does without, with what stands for them.
    private static let verbs: [String: [String: [String]]] = [
        "config": ["list": [], "show": [], "get": [], "set": [], "unset": ["--unset"]],
        "presets": ["list": [], "ls": []],
        "sources": ["list": [], "ls": []],
    ]

    private static let range: [String: Meaning] = [
        "--start": .option("--from"), "--begin": .option("--from"), "-ss": .option("--from"), "--end": .option("--to"),
        "--stop": .option("--to"), "-to": .option("--to"),
    ]
    private static let yes = ["--consent", "--force"]

    /// The command line as the parser takes it.
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - command: what the first of them means; see `CommandName`.
    static func rewritten(_ arguments: [String], of command: String) -> [String] {
        let arguments = withoutVerb(arguments, of: command)
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

    private static func withoutVerb(_ arguments: [String], of command: String) -> [String] {
        guard arguments.count > 1, let words = verbs[command]?[arguments[1]] else { return arguments }
        return arguments.prefix(1) + words + arguments.dropFirst(2)
    }

    /// - Parameters:
    ///   - value: what stands behind “=”.
    ///   - rest: the words that follow, of which the value is taken where it stands there.
    private static func words(for meaning: Meaning, _ value: String?, _ rest: inout ArraySlice<String>) -> [String] {
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

    /// `--screen 2` is a monitor, `--screen` what is recorded anyway.
    private static func screen(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, Int(value) != nil else { return ([], false) }
        return (["--monitor=\(value)"], true)
    }

    /// `-d 10` is a length, `-d` by itself what it is to container engines.
    private static func lengthOrDetached(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, DurationArgument(argument: value) != nil else { return (["--detach"], false) }
        return (["--duration=\(value)"], true)
    }

    private static func microphone(_ value: String?) -> (words: [String], takesValue: Bool) {
        value.map { (["--mic=\($0)"], true) } ?? (["--audio=both"], false)
    }

    /// A preset by the end of its name, as far as that is one preset's alone, or by what it makes.
    private static func preset(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--preset"], false) }
        let names = Preset.builtIn.map(\.name)
        let ends = names.filter { $0.utf8.suffix(value.utf8.count + 1).elementsEqual("-\(value)".utf8) }
        let name = names.contains(value) ? value : ends.count == 1 ? ends[0] : value == "mp4" ? standard : value
        return (["--preset=\(name)"], true)
    }

    private static let standard = "share-1080p"
}

extension String {
    /// `--name=value` as its two parts; what is no long option has no value.
    fileprivate var dividedAtEquals: (name: String, value: String?) {
        guard utf8.starts(with: "--".utf8), let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return (self, nil)
        }
        return (String(self[..<equals]), String(self[utf8.index(after: equals)...]))
    }
}
