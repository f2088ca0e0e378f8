extension OptionAliases {
    /// Of the commands of `replay` itself.
    package static let front = OptionAliases(
        [
            "record": [
                "--region": .option("--area"), "--rect": .option("--area"), "--geometry": .option("--area"),
                "-g": .option("--area"), "--screen": .choice(screen), "-d": .choice(lengthOrDetached),
                "-t": .option("--duration"), "--time": .option("--duration"), "--length": .option("--duration"),
                "-r": .option("--fps"), "--rate": .option("--fps"), "--framerate": .option("--fps"),
                "--frame-rate": .option("--fps"), "--microphone": .choice(microphone), "--mic": .choice(microphone),
                "--system-audio": .words(["--audio=app"]), "--desktop-audio": .words(["--audio=app"]),
                "--mute": .words(["--audio=none"]),
                "--fullscreen": .words([]), "--full-screen": .words([]), "--show-cursor": .choice(cursor),
                "--cursor": .choice(cursor), "--camera": .choice(camera), "--for": .option("--duration"),
                "--max-duration": .option("--duration"), "--stop-after": .option("--duration"),
                "--time-limit": .option("--duration"), "--limit": .option("--duration"), "--title": .option("--name"),
                "--delay": .option("--countdown"), "--timer": .option("--countdown"),
                "--hide-cursor": .words(["--no-cursor"]),
                "--no-camera": .words(["--camera=none"]), "--webcam": .choice(camera),
                "--output-file": .option("--output"), "--file": .option("--output"), "--out": .option("--output"),
                "--sound": .option("--audio"), "--no-mic": .words(["--audio=app"]),
                "--background": .words(["--detach"]),
                "-b": .words(["--detach"]), "--no-audio": .words(["--audio=none"]), "-n": .option("--name"),
                "--yes": .words(yes), "-y": .words(yes),
            ],
            "discard": ["-f": .words(["--yes"])],
            "list": [
                "-l": .words([]), "-a": .words([]), "--all": .words([]), "--quiet": .words(["-q"]),
                "--order": .option("--sort"), "-t": .words(["--sort=date"]), "-S": .words(["--sort=size"]),
            ],
            "status": [
                "-w": .words(["--watch"]), "-f": .words(["--watch"]), "--follow": .words(["--watch"]),
                "-q": .words(["--quiet"]), "--silent": .words(["--quiet"]),
            ],
            "preview": ["--no-browser": .words(["--no-open"]), "-p": .option("--port")],
            "mark": ["--name": .value, "--title": .value, "--label": .value],
        ], verbs: ["sources": ["list": [], "ls": []]], outputs: ["record"])

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

    /// `--camera` by itself is the first one.
    private static func camera(_ value: String?) -> (words: [String], takesValue: Bool) {
        (["--camera=\(value ?? "/dev/video0")"], value != nil)
    }

    /// The cursor is recorded anyway.
    private static func cursor(_ value: String?) -> (words: [String], takesValue: Bool) {
        switch value {
        case "false", "no", "off", "0": (["--no-cursor"], true)
        case "true", "yes", "on", "1": ([], true)
        default: ([], false)
        }
    }

    private static func microphone(_ value: String?) -> (words: [String], takesValue: Bool) {
        value.map { (["--mic=\($0)"], true) } ?? (["--audio=both"], false)
    }
}
