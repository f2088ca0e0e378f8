import AudioSources
import ReplayLibrary

extension OptionAliases {
    /// The aliases for the options of the commands in `replay` itself.
    package static let front = OptionAliases(
        [
            "record": [
                "--region": .option("--area"), "--crop": .option("--area"), "--rect": .option("--area"),
                "--geometry": .option("--area"),
                "-g": .option("--area"), "--screen": .choice(screen),
                "--display": .choice(display), "-d": .choice(lengthOrDetached),
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
                "--audio": .choice(audio), "--sound": .choice(audio), "-a": .choice(audio), "-f": .choice(outputOrRate),
                "-w": .choice(window), "--window": .choice(window), "--no-mouse": .words(["--no-cursor"]),
                "--hide-mouse": .words(["--no-cursor"]), "--overwrite": .words(["--force"]),
                "--no-mic": .words(["--audio=app"]),
                "--replay-buffer": .option("--buffer"), "--background": .words(["--detach"]),
                "-b": .words(["--detach"]), "--no-audio": .words(["--audio=none"]), "-n": .option("--name"),
                "--yes": .words(yes), "-y": .words(yes), "--full": .words([]), "--all-screens": .words([]),
                "--no-countdown": .words([]), "--output-dir": .option("--output"), "--dir": .option("--output"),
                "--folder": .option("--output"), "--hide-window": .option("--cover-window"),
                "--continue": .option("--resume"), "--append": .option("--resume"), "--pointer": .choice(pointer),
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
            "broadcast": ["--pointer": .choice(pointer)],
            "preview": ["--no-browser": .words(["--no-open"]), "-p": .option("--port")],
            "sources": [
                "--audio": .words([]), "--windows": .words([]), "--monitors": .words([]), "--microphones": .words([]),
                "--cameras": .words([]), "--list": .words([]), "-l": .words([]),
            ],
            "rename": ["--to": .value, "--name": .value, "--as": .value],
            "mark": ["--name": .value, "--title": .value, "--label": .value],
        ], verbs: verbs, outputs: ["record"],
        combinations: ["record": { withOnePointer(withOneAudio($0)) }, "broadcast": withOnePointer])

    /// Returns the command line with several `--audio` options combined into one: `--mic --system-audio` means both.
    private static func withOneAudio(_ arguments: [String]) -> [String] {
        let option = "--audio="
        let choices = arguments.filter { $0.hasPrefix(option) }.map {
            AudioChoice(argument: String($0.dropFirst(option.count)))
        }
        let sources = Set(choices.compactMap { $0?.sources }.joined())
        guard choices.count > 1, !choices.contains(nil), !choices.contains(AudioChoice.none),
            let all = AudioChoice.allCases.first(where: { Set($0.sources) == sources })
        else { return arguments }
        return arguments.filter { !$0.hasPrefix(option) } + [option + all.rawValue]
    }

    /// Returns the command line with the last of several options for the pointer.
    private static func withOnePointer(_ arguments: [String]) -> [String] {
        let options = ["--pointer", "--no-pointer", "--pointer-apart"]
        guard let last = arguments.lastIndex(where: options.contains) else { return arguments }
        return arguments.indices.filter { $0 == last || !options.contains(arguments[$0]) }.map { arguments[$0] }
    }

    /// The words after a command that only repeat its default.
    private static let verbs: [String: [String: [String]]] = [
        "sources": [
            "list": [], "ls": [], "windows": [], "monitors": [], "screens": [], "microphones": [], "mics": [],
            "cameras": [], "audio": [],
        ],
        "record": ["start": [], "screen": [], "fullscreen": []], "mute": ["mic": [], "microphone": []],
        "unmute": ["mic": [], "microphone": []], "list": ["all": [], "recordings": []],
    ]

    private static let yes = ["--consent", "--force"]

    /// Returns the monitor for `--screen 2`, or no option for `--screen` without a number, which is the default.
    private static func screen(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, Int(value) != nil else { return ([], false) }
        return (["--monitor=\(value)"], true)
    }

    /// Returns the monitor for `--display 1`, as other programs do, or the X display for a value with a colon.
    private static func display(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--display"], false) }
        return (value.hasByte(":") ? ["--display=\(value)"] : ["--monitor=\(value)"], true)
    }

    /// Returns the duration for `-d 10`. `-d` without a length means `--detach`, as in container engines.
    private static func lengthOrDetached(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, DurationArgument(argument: value) != nil else { return (["--detach"], false) }
        return (["--duration=\(value)"], true)
    }

    /// Returns the camera. `--camera` without a value means the first one.
    private static func camera(_ value: String?) -> (words: [String], takesValue: Bool) {
        (["--camera=\(value ?? "/dev/video0")"], value != nil)
    }

    /// Returns the audio source. `--audio` without a value means application audio.
    private static func audio(_ value: String?) -> (words: [String], takesValue: Bool) {
        if let value, let own = ["default_output": "app", "default_input": "mic"][value] {
            return (["--audio=\(own)"], true)
        }
        guard let value, !Output.isMovieName(value) else { return (["--audio=app"], false) }
        return (["--audio=\(value)"], true)
    }

    /// Returns the window. `--window` without a value means the one that the user clicks.
    private static func window(_ value: String?) -> (words: [String], takesValue: Bool) {
        // An empty title must be reported as empty and not as missing.
        if value == "" { return (["--window", ""], true) }
        return value == "screen" ? ([], true) : (["--window=\(value ?? "click")"], value != nil)
    }

    /// Returns the frame rate for `-f 30`, or the output for `-f out.mp4`.
    private static func outputOrRate(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--output"], false) }
        return ([(Int(value) == nil ? "--output=" : "--fps=") + value], true)
    }

    /// Returns `--no-cursor` for a negative value. Otherwise no option, because the cursor is recorded by default.
    private static func cursor(_ value: String?) -> (words: [String], takesValue: Bool) {
        switch value {
        case "false", "no", "off", "0": (["--no-cursor"], true)
        case "true", "yes", "on", "1": ([], true)
        default: ([], false)
        }
    }

    /// Returns the option for `--pointer apart`. `--pointer` alone leaves the pointer in the frames.
    private static func pointer(_ value: String?) -> (words: [String], takesValue: Bool) {
        switch value {
        case "apart": (["--pointer-apart"], true)
        case "off", "no", "none", "false": (["--no-pointer"], true)
        case "on", "yes", "true": (["--pointer"], true)
        default: (["--pointer"], false)
        }
    }

    private static func microphone(_ value: String?) -> (words: [String], takesValue: Bool) {
        value.map { (["--mic=\($0)"], true) } ?? (["--audio=both"], false)
    }
}
