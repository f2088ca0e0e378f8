extension OptionAliases {
    /// Of the commands of `replay` itself.
    package static let front = OptionAliases(
        [
            "record": [
                "--region": .option("--area"), "--rect": .option("--area"), "--geometry": .option("--area"),
                "-g": .option("--area"), "--screen": .choice(screen), "-d": .choice(lengthOrDetached),
                "-t": .option("--duration"), "--time": .option("--duration"), "--length": .option("--duration"),
                "-r": .option("--fps"), "--rate": .option("--fps"), "--framerate": .option("--fps"),
                "--frame-rate": .option("--fps"), "--microphone": .choice(microphone),
                "--background": .words(["--detach"]),
                "-b": .words(["--detach"]), "--no-audio": .words(["--audio=none"]), "-n": .option("--name"),
                "--yes": .words(yes), "-y": .words(yes),
            ],
            "discard": ["-f": .words(["--yes"])],
            "list": ["-l": .words([]), "-a": .words([]), "--all": .words([])],
            "status": ["-w": .words(["--watch"]), "-f": .words(["--watch"]), "--follow": .words(["--watch"])],
        ], verbs: ["sources": ["list": [], "ls": []]])

    private static let yes = ["--consent", "--force"]

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
}
