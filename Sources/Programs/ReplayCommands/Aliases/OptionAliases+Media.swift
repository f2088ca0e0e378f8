import AudioSources
import ReplayCommandLine
import ReplayRendering

extension OptionAliases {
    /// The aliases for the options of all commands.
    static let all = OptionAliases.front.adding(
        OptionAliases(
            meanings, verbs: verbs, outputs: ["still", "sheet", "strip", "waveform"],
            combinations: [
                "edit": WordOptions.edit, "redact": WordOptions.redact, "export": WordOptions.export,
                "cut": WordOptions.limits, "trim": WordOptions.limits,
            ]))

    private static let meanings: [String: [String: Meaning]] = [
        "export": [
            "-y": .words(["--force"]), "--yes": .words(["--force"]), "--overwrite": .words(["--force"]),
            "-q": .choice(quality), "-i": .value, "--input": .value, "-f": .choice(format), "--format": .choice(format),
            "-p": .choice(preset), "--preset": .choice(preset),
            "--sound": .option("--audio-render"), "--out": .option("--output"), "--file": .option("--output"),
            "--resolution": size("--resolution"), "-s": size("-s"), "--size": size("--size"),
            "--scale": size("--scale"),
            "--dry-run": .words(["--explain"]), "-n": .words(["--explain"]), "--plan-only": .words(["--explain"]),
            "--subtitles": .option("--captions"), "--subs": .option("--captions"), "--srt": .option("--captions"),
            "--burn": .choice(burned), "--burn-in": .choice(burned),
            "--burn-captions": .choice(burned), "--language": .option("--captions-language"),
            "--no-audio": .words(["--audio=none"]), "-an": .words(["--audio=none"]),
            "--last": .words([]), "--latest": .words([]), "--mute": .words(["--audio=none"]),
            "--burn-subtitles": .choice(burned), "--mic-only": .words(["--audio=mic"]),
            "--no-overwrite": .words([]), "--no-clobber": .words([]), "--app-only": .words(["--audio=app"]),
            "--no-camera": .words(["--camera=none"]), "--lufs": .option("--loudness"),
            "--normalize": .words(["--loudness=-16"]), "--framerate": .option("--fps"), "--rate": .option("--fps"),
            "-r": .option("--fps"), "-crf": .option("--crf"), "--mp4": .words(["--preset=share-1080p"]),
            "--full": .words(["--render=full"]), "--smart": .words(["--render=smart"]),
            "--720p": .words(["--height=720"]), "--1080p": .words(["--height=1080"]),
            "--hls": .words(["--preset=hls"]), "--gif": .words(["--preset=gif"]), "--webm": .words(["--preset=webm"]),
        ],
        "config": ["--list": .words([]), "-l": .words([]), "--get": .words([]), "--set": .words([])],
        "trim": range.merging(ends) { one, _ in one }.merging(parts) { one, _ in one },
        "cut": range.merging(parts) { one, _ in one },
        "redact": [
            "--audio": .choice(audio), "-f": .words(["--yes"]), "--force": .words(["--yes"]), "-y": .words(["--yes"]),
        ],
        "import": ["-n": .option("--name"), "--title": .option("--name")],
        "duplicate": ["-n": .option("--name"), "--title": .option("--name"), "--as": .option("--name")],
        "edit": [
            "--delete": .option("--remove"), "--raise": .option("--front"), "--clear": .words(["--reset"]),
            "--disable": .option("--off"),
            "--enable": .option("--on"),
        ],
        "batch": ["--explain": .words(["--dry-run"]), "-n": .words(["--dry-run"]), "-j": .option("--jobs")],
        "still": still, "sheet": still, "strip": still, "waveform": still,
        "edits": ["--format": .option("--as"), "-y": .words(["--force"]), "--rate": .option("--fps")],
        "retention": [
            "--older-than": .choice(days), "--max-age": .choice(days), "--keep": .option("--last"),
            "-n": .words(["--dry-run"]),
        ],
        "clip": [
            "--length": .value, "--duration": .value, "--last": .value, "-d": .value, "-t": .value,
            "-n": .option("--name"), "--title": .option("--name"),
        ],
    ]

    private static let verbs: [String: [String: [String]]] = [
        "config": ["list": [], "show": [], "get": [], "set": [], "unset": ["--unset"]],
        "presets": ["list": [], "ls": [], "show": []],
    ]

    private static let still: [String: Meaning] = [
        "--at": .value, "--time": .value, "-t": .value, "-ss": .value, "-y": .words(["--force"]),
        "--overwrite": .words(["--force"]), "--out": .option("--output"),
    ]

    private static let range: [String: Meaning] = [
        "--start": .option("--from"), "--begin": .option("--from"), "-ss": .option("--from"), "--end": .option("--to"),
        "--stop": .option("--to"), "-to": .option("--to"),
    ]

    /// Returns the option for a preset that is named by the unique end of its name, or by its output format.
    private static func preset(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--preset"], false) }
        let names = Preset.builtIn.map(\.name)
        let ends = names.filter { $0.utf8.suffix(value.utf8.count + 1).elementsEqual("-\(value)".utf8) }
        let name = names.contains(value) ? value : ends.count == 1 ? ends[0] : value == "mp4" ? standard : value
        return (["--preset=\(name)"], true)
    }

    /// Returns the option for a preset that is named by its output format. Other formats are refused together with the
    /// option.
    private static func format(_ value: String?) -> (words: [String], takesValue: Bool) {
        let (words, takesValue) = preset(value)
        let isPreset = Preset.builtIn.contains { words == ["--preset=\($0.name)"] }
        return isPreset ? (words, takesValue) : (["--format"], value != nil)
    }

    /// Parses `1280x720`, a height such as `720` or `720p`, or a preset. Other values are refused together with the
    /// option.
    private static func size(_ option: String) -> Meaning {
        .choice { value in
            let sides = value?.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) } ?? []
            if sides.count == 2, let width = sides[0], let height = sides[1] {
                return (["--width=\(width)", "--height=\(height)"], true)
            }
            let lines = value.map { $0.hasSuffix("p") ? $0.dropLast() : $0[...] }
            if let height = lines.flatMap({ Int($0) }) { return (["--height=\(height)"], true) }
            let (words, takesValue) = preset(value)
            let isPreset = Preset.builtIn.contains { words == ["--preset=\($0.name)"] }
            return isPreset ? (words, takesValue) : ([option], value != nil)
        }
    }

    /// Returns `--crf` for an option such as `-q 20`. An option without a number is refused.
    private static func quality(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, Int(value) != nil else { return (["-q"], false) }
        return (["--crf=\(value)"], true)
    }

    /// Returns the options for burned captions: those of the edit, or those of a file that follows.
    private static func burned(_ value: String?) -> (words: [String], takesValue: Bool) {
        let isFile = [".srt", ".vtt"].contains { value?.lowercased().hasSuffix($0) ?? false }
        let file = isFile ? value.map { ["--captions=\($0)"] } ?? [] : []
        return (file + ["--captions-as=burned"], isFile)
    }

    /// Returns the option for audio. `--audio` without a value means all audio.
    private static func audio(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value, AudioChoice(argument: value) != nil else { return (["--audio=all"], false) }
        return (["--audio=\(value)"], true)
    }

    /// Returns `--days` for a value such as `30d`, which is 30 days.
    private static func days(_ value: String?) -> (words: [String], takesValue: Bool) {
        guard let value else { return (["--days"], false) }
        return (["--days=\(value.hasSuffix("d") ? value.dropLast() : value[...])"], true)
    }

    /// The options for lengths to remove from the ends.
    private static let ends: [String: Meaning] = [
        "--head": .option("--from"), "--tail": .choice { value in (["--to=-\(value ?? "")"], value != nil) },
    ]

    /// The options for the first or the last seconds.
    private static let parts: [String: Meaning] = [
        "--first": .choice { value in (value.map { ["..\($0)"] } ?? ["--first"], value != nil) },
        "--last": .choice { value in (value.map { ["-\($0).."] } ?? ["--last"], value != nil) },
    ]

    private static let standard = "share-1080p"
}
