/// The answers to options of other programs that Replay does otherwise.
enum OptionHints {
    /// Options by what people expect of them, with what to do instead.
    private static let answers: [String: [String: String]] = [
        "export": [
            "--all": "“replay list -q | xargs -I REC replay export REC -o FOLDER/” exports all recordings",
            "--max-size": bitRate, "-t": part, "-b:v": bitRate, "--list-presets": "“replay presets” lists the presets",
            "-i": "the recording comes first, such as “replay export demo out.mp4”",
            "--audio-only": "an output that ends with .m4a or .wav has audio alone",
            "--for": "“replay presets” lists what exports are for",
            "--name": renaming, "--title": renaming, "--trim": part, "--from": part, "--to": part, "--start": part,
            "--end": part, "-ss": part, "-to": part, "--range": part,
            "--speed": "“replay edit speed A..B 2x” sets the speed",
            "--crop": "“replay edit crop 640x360+100+50” crops",
            "--rotate": "“replay edit rotate 90” rotates",
            "--mute": "--audio none leaves out the audio; “replay edit mute A..B” mutes a range",
            "--codec": codec, "-c": codec, "--vcodec": codec, "--bitrate": bitRate, "-b": bitRate,
            "--watermark": "“replay edit cover A..B 64x64+10+10 image logo.png” shows an image",
            "--gain": "“replay edit gain -6dB” changes the level, and --loudness -16 sets the loudness",
            "--volume": "“replay edit gain -6dB” changes the level, and --loudness -16 sets the loudness",
        ],
        "record": [
            "--size": scaling, "--scale": scaling, "--resolution": scaling, "--width": scaling, "--height": scaling,
            "--preset":
                "a preset is for the export: give --output FILE with it, or “replay export --preset NAME” afterwards",
            "--format": "the movie has a format of its own: give --output demo.webm, or export it afterwards",
            "--quality": "the recording is of high quality: “replay export --quality low” makes a small file",
            "--crf": "the recording is of high quality: “replay export --crf 28” makes a small file",
            "--codec": "the recording is H.264: “replay export --preset webm” makes VP9",
            "--keys": "Replay never records keys", "--keyboard": "Replay never records keys",
            "--hotkey": "--shortcuts asks a Wayland desktop for keys", "--gif": "give --output demo.gif",
        ],
        "import": [
            "--trim": "“replay trim” comes after the import", "--force": "an import never replaces a recording",
        ],
        "discard": ["--all": "“replay list -q | xargs -n 1 replay discard --yes” discards all recordings"],
        "cut": [
            "-t": cutting, "--duration": cutting,
            "--keep": "“replay edit keep A..B C..D” keeps ranges, and “replay trim A..B” one range",
        ],
        "trim": [
            "--keep": trimming, "-t": trimming, "--duration": trimming, "--length": trimming,
        ],
        "list": ["--filter": "“replay list | grep WORD” filters"],
        "preview": ["--host": address, "--listen": address, "--bind": address],
        "edit": [
            "--undo": "“replay undo” takes back the last change", "--list": "“replay edits” lists the operations",
            "--delete": "“replay edit --remove N” removes operation N",
            "--add": "write the operation without an option",
        ],
    ]

    /// The options of ffmpeg's that have one dash and several letters.
    static let ffmpegOptions: Set = ["-ss", "-to", "-crf", "-vf", "-af", "-an", "-vn", "-codec", "-preset", "-vcodec"]

    private static let trimming = "“replay trim A..B” keeps the range A..B, such as 2.5..5.5"
    private static let cutting = "“replay cut A..B” removes the range A..B, such as 2.5..5.5"
    private static let scaling =
        "“replay export --height 720” makes frames smaller, and --area records a part of the screen"
    private static let renaming = "the output has the recording’s name: “replay rename NAME” changes it"
    private static let part = "write the range behind the recording, such as “replay export demo 3..5 part.mp4”"
    private static let codec = "a preset chooses the codec: “replay presets” lists them"
    private static let bitRate = "--quality low and --crf 28 make smaller files, and so does --height 720"
    private static let address = "the page is served on this machine alone; --port chooses its port"

    /// The clause that helps with an option that a command does not have, or nil if nothing plausible is known.
    static func hint(for option: String, of command: String, among known: Set<String>) -> String? {
        if let answer = answers[command]?[option] { return answer }
        return near(option, among: known).map { "did you mean “\($0)”?" }
    }

    /// The option that differs from a word by a slip of the fingers alone, or that it begins.
    static func near(_ option: String, among known: Set<String>) -> String? {
        guard option.utf8.count > 4 else { return nil }
        let begun = known.filter { $0.utf8.starts(with: option.utf8) }
        if begun.count == 1 { return begun.first }
        let limit = EditDistance.limit(for: option)
        let near = known.map { (name: $0, distance: EditDistance.between(option, $0)) }.filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The clause that helps with a word that a command does not take, or nil if nothing is known.
    static func hint(forWord word: String, of command: String) -> String? {
        switch command {
        case "record" where DurationArgument(argument: word) != nil:
            "“replay record --duration \(word)” records for that long"
        case "record" where Output.isMovieName(word): "“replay record --output \(word)” writes that file"
        case "record" where ["stop", "pause", "resume", "status"].contains(word): "did you mean “replay \(word)”?"
        case "duplicate": "“replay duplicate RECORDING --name \(word)” names the copy"
        case "record": "“replay record” takes the whole screen, and --window, --area or --monitor a part"
        case "discard" where word.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false:
            "“replay cut RECORDING 2..4” removes a range"
        case "discard", "info", "play", "undo", "redo": "“replay \(command)” takes one recording at a time"
        default: nil
        }
    }
}
