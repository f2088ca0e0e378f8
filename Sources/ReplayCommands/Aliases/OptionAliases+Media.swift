import Replay
import ReplayCommandLine

extension OptionAliases {
    /// Of all commands.
    static let all = OptionAliases.front.adding(OptionAliases(meanings, verbs: verbs))

    private static let meanings: [String: [String: Meaning]] = [
        "export": [
            "-y": .words(["--force"]), "--yes": .words(["--force"]), "--overwrite": .words(["--force"]),
            "-f": .choice(preset), "--format": .choice(preset), "-p": .choice(preset), "--preset": .choice(preset),
            "--sound": .option("--audio-render"), "--out": .option("--output"), "--resolution": .choice(preset),
            "--height": .choice(preset),
            "--720p": .words(["--preset=share-720p"]), "--1080p": .words(["--preset=share-1080p"]),
            "--hls": .words(["--preset=hls"]), "--gif": .words(["--preset=gif"]), "--webm": .words(["--preset=webm"]),
        ],
        "config": ["--list": .words([]), "-l": .words([])],
        "trim": range, "cut": range, "redact": ["-f": .words(["--yes"]), "--force": .words(["--yes"])],
        "clip": [
            "--length": .value, "--duration": .value, "--last": .value, "-d": .value, "-t": .value,
        ],
    ]

    private static let verbs: [String: [String: [String]]] = [
        "config": ["list": [], "show": [], "get": [], "set": [], "unset": ["--unset"]],
        "presets": ["list": [], "ls": []],
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

    private static let standard = "share-1080p"
}
