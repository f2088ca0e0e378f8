import ReplayCommandLine

extension OptionAliases {
    /// Of all commands.
    static let all = OptionAliases.front.adding(OptionAliases(meanings, verbs: verbs))

    private static let meanings: [String: [String: Meaning]] = [
        "export": [
            "-y": .words(["--force"]), "--yes": .words(["--force"]), "--overwrite": .words(["--force"]),
            "-f": .choice(preset), "--format": .choice(preset), "-p": .choice(preset), "--preset": .choice(preset),
            "--sound": .option("--audio-render"), "--out": .option("--output"), "--file": .option("--output"),
            "--resolution": .choice(size), "-s": .choice(size), "--size": .choice(size), "--scale": .choice(size),
            "--dry-run": .words(["--explain"]), "-n": .words(["--explain"]), "--plan-only": .words(["--explain"]),
            "--subtitles": .option("--captions"), "--subs": .option("--captions"), "--srt": .option("--captions"),
            "--burn": .words(["--captions-as=burned"]), "--burn-in": .words(["--captions-as=burned"]),
            "--burn-captions": .words(["--captions-as=burned"]), "--language": .option("--captions-language"),
            "--no-audio": .words(["--audio=none"]), "--mute": .words(["--audio=none"]),
            "--no-camera": .words(["--camera=none"]), "--lufs": .option("--loudness"),
            "--normalize": .words(["--loudness=-16"]), "--framerate": .option("--fps"), "--rate": .option("--fps"),
            "-r": .option("--fps"), "-crf": .option("--crf"), "--mp4": .words(["--preset=share-1080p"]),
            "--full": .words(["--render=full"]), "--smart": .words(["--render=smart"]),
            "--720p": .words(["--preset=share-720p"]), "--1080p": .words(["--preset=share-1080p"]),
            "--hls": .words(["--preset=hls"]), "--gif": .words(["--preset=gif"]), "--webm": .words(["--preset=webm"]),
        ],
        "config": ["--list": .words([]), "-l": .words([])],
        "trim": range, "cut": range,
        "redact": ["-f": .words(["--yes"]), "--force": .words(["--yes"]), "-y": .words(["--yes"])],
        "import": ["-n": .option("--name"), "--title": .option("--name")],
        "duplicate": ["-n": .option("--name"), "--title": .option("--name"), "--as": .option("--name")],
        "edit": ["--delete": .option("--remove"), "--disable": .option("--off"), "--enable": .option("--on")],
        "batch": ["--explain": .words(["--dry-run"]), "-n": .words(["--dry-run"]), "-j": .option("--jobs")],
        "still": still, "sheet": still, "strip": still, "waveform": still,
        "edits": ["--format": .option("--as"), "-y": .words(["--force"]), "--rate": .option("--fps")],
        "retention": ["--keep": .option("--last"), "-n": .words(["--dry-run"])],
        "clip": [
            "--length": .value, "--duration": .value, "--last": .value, "-d": .value, "-t": .value,
            "-n": .option("--name"), "--title": .option("--name"),
        ],
    ]

    private static let verbs: [String: [String: [String]]] = [
        "config": ["list": [], "show": [], "get": [], "set": [], "unset": ["--unset"]],
        "presets": ["list": [], "ls": []],
    ]

    private static let still: [String: Meaning] = [
        "--at": .value, "--time": .value, "-t": .value, "-ss": .value, "-y": .words(["--force"]),
        "--overwrite": .words(["--force"]), "--out": .option("--output"),
    ]

    private static let range: [String: Meaning] = [
        "--start": .option("--from"), "--begin": .option("--from"), "-ss": .option("--from"), "--end": .option("--to"),
        "--stop": .option("--to"), "-to": .option("--to"),
    ]

    /// A preset by the end of its name, as far as that is one preset's alone, or by what it makes.
    private static func preset(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--preset"], false) }
        let names = Preset.builtIn.map(\.name)
        let ends = names.filter { $0.utf8.suffix(value.utf8.count + 1).elementsEqual("-\(value)".utf8) }
        let name = names.contains(value) ? value : ends.count == 1 ? ends[0] : value == "mp4" ? standard : value
        return (["--preset=\(name)"], true)
    }

    /// `1280x720`, or a preset.
    private static func size(_ value: String?) -> (words: [String], takesValue: Bool) {
        let sides = value?.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) } ?? []
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return preset(value) }
        return (["--width=\(width)", "--height=\(height)"], true)
    }

    private static let standard = "share-1080p"
}
