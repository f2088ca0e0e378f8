import ReplayErrors

/// Answers to options of other programs for which Replay has another way.
enum OptionHints {
    /// The answers by command and option. “REC” is replaced by the named recording.
    private static let answers: [String: [String: String]] = [
        "export": [
            "--all": "“replay list -q | xargs -n 1 replay export” exports all recordings",
            "--max-size": bitRate, "--target-size": bitRate, "-b:v": bitRate,
            "--list-presets": "“replay presets” lists the presets",
            "--at": stilling, "--time": stilling,
            "--audio-only": "an output that ends with .m4a or .wav has audio alone",
            "--for": "“replay presets” lists the purpose of each preset",
            "--name": renaming, "--title": renaming, "--trim": part, "--from": part, "--to": part, "--start": part,
            "--end": part, "--format": ending, "-f": ending, "--type": ending, "-q": silent, "--quiet": silent,
            "--silent": silent, "--no-progress": silent, "--verbose": explaining, "-v": explaining, "-t": part,
            "--duration": part, "-ss": part,
            "--speed": "“replay edit REC speed 2x” sets the speed",
            "--crop": "“replay edit REC crop 640x360+100+50” crops",
            "--rotate": "“replay edit REC rotate 90” rotates",
            "--fade": "“replay edit REC fade-in” fades in, and “replay edit REC fade-out” out",
            "--codec": codec, "-c": codec, "--vcodec": codec, "--encoder": codec, "--h264": codec,
            "--h265": codec, "--hevc": codec, "--av1": codec, "--bitrate": bitRate, "-b": bitRate,
            "--video-bitrate": bitRate, "--compress": bitRate,
            "--lossless": "--crf 0 is lossless, and --preset original keeps the recorded size and rate",
            "-vn": "an output that ends with .m4a or .wav has audio alone", "--optimize": bitRate, "--small": bitRate,
            "--watermark": "“replay watermark REC bottom-right logo.png” draws an image in a corner",
            "--logo": "“replay watermark REC bottom-right logo.png” draws an image in a corner",
            "--gain": louder, "--volume": louder, "--to-clipboard": copying, "--clipboard": copying,
            "--copy": copyingFrames,
            "-c:v": codec, "-c:a": codec, "-acodec": codec, "-b:a": bitRate, "-vf": filtering, "-filter:v": filtering,
            "-x": "an output that ends with .m4a or .wav has audio alone",
            "--open": "“replay export REC out.mp4 && xdg-open out.mp4” opens the output",
            "--scale": sizing,
            "--size": sizing,
            "--resolution": sizing,
            "-s": sizing,
            "--loop": "a GIF repeats by itself; “--preset gif” makes one",
            "--upload": "Replay works offline: “replay export REC out.mp4” writes a file to share",
            "--share": "“replay export REC out.mp4” writes a file to share",
            "--no-cursor": "“replay record --no-cursor” records without the cursor",
        ],
        "record": [
            "--size": scaling, "--scale": scaling, "--resolution": scaling, "--width": scaling, "--height": scaling,
            "-s": scaling,
            "--preset":
                "a preset is for the export: add --output FILE, or use “replay export --preset NAME” afterwards",
            "--format": "the format of a recording is fixed: give --output demo.webm, or export it afterwards",
            "--quality": "recordings have high quality: “replay export --quality low” makes a small file",
            "-q": "recordings have high quality: “replay export --quality low” makes a small file",
            "--crf": "recordings have high quality: “replay export --crf 28” makes a small file",
            "--bitrate": "recordings have high quality: “replay export --quality low” makes a small file",
            "--codec": recorded, "-c": recorded, "--encoder": recorded,
            "--keys": "Replay never records keys", "--keyboard": "Replay never records keys",
            "--show-keys": "Replay never records keys",
            "--clicks": clicking, "--show-clicks": clicking, "--highlight-clicks": clicking,
            "--hotkey": "--shortcuts requests keyboard shortcuts from a Wayland desktop",
            "--gif": "give --output demo.gif",
            "--select": selecting, "--interactive": selecting, "--pick": selecting, "-i": selecting,
            "--audio-only": "Replay records the screen; “replay export demo.m4a” writes the audio alone",
            "--no-video": "Replay records the screen; “replay export demo.m4a” writes the audio alone",
            "--stream": "“replay broadcast TARGET” records and sends the recording to a server",
            "--split": "a recording is one movie; “replay clip 30s” saves a clip during the recording",
            "--pause": "“replay pause” pauses it, in another terminal", "--stop": "“replay stop” ends a recording",
            "--loop": "--buffer 30s keeps the last 30 seconds, and “replay clip” writes them",
            "--until": "--duration 10m records for that long", "--quiet": silent, "--silent": silent,
            "--no-notifications": "--cover-window CLASS covers the screen while a window of that class is visible",
            "--blur":
                "“replay edit blur” blurs afterwards, and --cover-window CLASS covers the screen while a window is visible",
            "--trim": "use “replay trim” after the recording", "--edit": opening, "--preview": opening,
            "--open": opening, "--upload": "Replay works offline; --output demo.mp4 writes a file to share",
            "--share": "Replay works offline; --output demo.mp4 writes a file to share",
        ],
        "import": [
            "--trim": "use “replay trim” after the import", "--force": "an import never replaces a recording",
            "--copy": "an import is a copy; the file does not change",
            "--move": "an import is a copy; the file does not change",
        ],
        "discard": [
            "--all": "“replay list -q | xargs -n 1 replay discard --yes” discards all recordings",
            "--older-than": "“replay retention” discards recordings by their age",
        ],
        "cut": [
            "--silence": shortening, "--idle": shortening, "--reset": resetting, "--output": trimmed, "-o": trimmed,
            "--keep": "“replay edit REC keep 1..3 5..8” keeps ranges, and “replay trim REC 2..5” one range",
        ],
        "trim": [
            "--reset": resetting, "--remove-silence": shortening, "--remove-idle": shortening, "--keep": trimming,
            "--output": trimmed, "-o": trimmed,
        ],
        "list": [
            "--filter": "“replay list | grep WORD” filters", "--search": "“replay list | grep WORD” filters",
            "--name": "“replay list | grep WORD” filters", "--last": last, "-n": last, "--limit": last,
            "--latest": last,
            "--names": "“replay list -q” prints the ids alone", "--ids": "“replay list -q” prints the ids alone",
            "--reverse": "“replay list | tac” shows the latest first",
            "-r": "“replay list | tac” shows the latest first",
        ],
        "undo": ["--all": resetting], "redo": ["--all": "repeat “replay redo REC” to redo the next operation"],
        "edits": ["--remove": removing, "--delete": removing, "--reset": resetting, "--clear": resetting],
        "config": [
            "--reset": "“replay config --unset KEY” removes a default",
            "--edit": "“replay config KEY VALUE” sets a default",
        ],
        "play": [
            "--speed": "“replay edit REC speed 2x” plays faster", "--from": seeking, "--start": seeking, "-ss": seeking,
            "--at": seeking, "--loop": "the player controls looping; ffplay and mpv have a key for it",
        ],
        "batch": [
            "--preset": "the job file names the preset of each job",
            "--output": "the job file names the output of each job",
            "-o": "the job file names the output of each job",
        ],
        "preview": ["--host": address, "--bind": address],
        "edit": [
            "--undo": "“replay undo REC” undoes the last change",
            "--list": "“replay edits REC” lists the operations",
            "--delete": removing, "--width": cropping, "--height": cropping, "-w": cropping, "--x": cropping,
            "--y": cropping,
            "--add": "write the operation without an option", "--output": edited, "-o": edited,
            "--at": placing, "--position": placing, "--color": placing, "--font": placing, "--size": placing,
            "--scale": placing, "--strength": placing, "--radius": placing,
            "--export": "captions go with each export; “replay export REC out.mp4 --captions-as srt” writes them",
        ],
        "stop": [
            "--output": "“replay export REC out.mp4” writes a file afterwards",
            "-o": "“replay export REC out.mp4” writes a file afterwards",
            "--save": "stopping saves the recording",
            "--all": "“replay status” shows what is being recorded, and “replay stop ID” ends one of them",
            "--now": "“replay stop” ends it at once; add --force if the recorder does not answer",
            "--discard": "“replay discard REC” discards it afterwards",
            "--name": "“replay rename REC NAME” names it afterwards",
        ],
        "redact": [
            "--at": redacting, "--time": redacting,
            "--video": "a rectangle such as 640x120+0+300 redacts only the frames",
            "--blur": "“replay edit REC blur 3..5 640x120+0+300” blurs; a redaction is black",
        ],
        "pause": ["--for": pausing, "--duration": pausing],
        "clip": [
            "--save": "“replay clip 30s” saves the last 30 seconds", "--output": clipping, "-o": clipping,
        ],
        "doctor": ["--fix": "“replay doctor” changes nothing: the lines with an arrow say what to do"],
        "still": ["--format": "the output’s extension chooses the format: .png or .jpg"],
    ]

    /// The options of ffmpeg that have one dash and several letters.
    static let ffmpegOptions: Set = [
        "-ss", "-to", "-crf", "-vf", "-af", "-an", "-vn", "-codec", "-preset", "-vcodec", "-acodec", "-c:v", "-c:a",
        "-b:v",
        "-b:a", "-filter:v", "-map", "-movflags", "-pix_fmt",
    ]

    private static let stilling = "“replay still REC 2” writes one frame, and “replay export REC 2..5 part.mp4” a part"
    private static let redacting = "write a range, such as “replay redact REC 3..5 640x120+0+300”"
    private static let opening = "“replay preview” opens the recording afterwards"
    private static let pausing = "“replay resume” continues the recording"
    private static let clipping =
        "a clip is a recording: “replay clip 30s --name last”, then “replay export last clip.mp4”"
    private static let ending = "the output’s extension chooses the format, such as “replay export REC demo.mkv”"
    private static let silent = "“2>/dev/null” after the command hides the progress"
    private static let explaining = "--explain prints what would be copied and encoded"
    private static let last = "“replay list | tail -n 3” shows the latest three"
    private static let removing = "“replay edit REC --remove N” removes operation N"
    private static let resetting = "“replay edit REC --reset” removes all operations"
    private static let seeking = "“replay preview REC” seeks, and “replay still REC 2” shows one frame"
    private static let cropping = "write a rectangle, such as “replay edit REC crop 640x360+100+50”"
    private static let trimming = "“replay trim REC 2.5..5.5” keeps that range"
    private static let shortening =
        "“replay trim REC --silence -40dB,0.5s” and “replay trim REC --idle 2s” remove silent and idle ranges"
    private static let trimmed = "an edit writes no file: “replay export REC out.mp4” writes one"
    private static let edited = "an edit writes no file: “replay export REC out.mp4” writes one"
    private static let placing = "“replay help edit” shows how each operation is written"
    private static let scaling =
        "“replay export --height 720” makes frames smaller, and --area 640x480+0+0 records a part of the screen"
    private static let selecting =
        "--window click records the window that you click, and --area 640x480+0+0 a part of the screen"
    private static let clicking =
        "“replay edit clicks” shows the clicks afterwards, if the recording was made with --pointer"
    private static let recorded = "the recording is H.264: “replay export --preset webm” makes VP9"
    private static let renaming = "the output has the recording’s name: “replay rename REC NAME” changes it"
    private static let part = "write the range after the recording, such as “replay export REC 3..5 part.mp4”"
    private static let codec =
        "Replay writes H.264, or VP9 with “--preset webm”; “--render smart” copies frames that no edit changes"
    private static let bitRate = "--quality low or --height 720 makes a smaller file"
    private static let sizing =
        "--size 1280x720 or --height 720 limits the frames, and --quality low makes a smaller file"
    private static let filtering =
        "--width 1280 and --height 720 scale, and “replay edit REC crop 640x360+100+50” crops"
    private static let copyingFrames = "frames that no edit changes are copied anyway: “--render smart”"
    private static let louder = "“replay edit REC gain -6dB” changes the level, and --loudness -16 sets the loudness"
    private static let copying = "“replay export REC out.mp4” writes a file, and Replay does not use the clipboard"
    private static let address =
        "the page is served only on this machine; --together --listen ADDRESS lets others watch"

    /// Returns a helpful clause for an option that a command does not have, or nil if none is known.
    static func hint(for option: String, in words: CommandWords, among known: Set<String>) -> String? {
        let others = words.arguments.dropFirst()
        if ["trim", "cut", "edit"].contains(words.command), let file = others.first(where: AnswerExample.isFile) {
            return "“\(file)” is a file, not a recording: use “replay import \(ShellWord.quoted(file))” first"
        }
        if let answer = words.command.flatMap({ answers[$0]?[option] }) {
            return AnswerExample.filled(answer, words: others)
        }
        return near(option, among: known).map { "did you mean “\($0)”?" }
    }

    /// Returns the option that a word abbreviates or misspells, or nil if there is none.
    static func near(_ option: String, among known: Set<String>) -> String? {
        guard option.utf8.count > 4 else { return nil }
        let begun = known.filter { $0.utf8.starts(with: option.utf8) }
        if begun.count == 1 { return begun.first }
        let limit = EditDistance.limit(for: option)
        let near = known.map { (name: $0, distance: EditDistance.between(option, $0)) }.filter { $0.distance <= limit }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// Returns a helpful clause for a word that a command does not accept, or nil if none is known.
    static func hint(forWord word: String, in words: CommandWords) -> String? {
        let others = words.arguments.dropFirst().filter { $0 != word }
        func filled(_ text: String) -> String { AnswerExample.filled(text, words: others) }
        let isNumber = word.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
        switch words.command {
        case "record" where DurationArgument(argument: word) != nil:
            return "“replay record --duration \(word)” records for that long"
        case "record" where Output.isMovieName(word): return "“replay record --output \(word)” writes that file"
        case "record" where ["stop", "pause", "resume", "status", "list"].contains(word):
            return "did you mean “replay \(word)”?"
        case "record": return recording(word, with: others)
        case "sources", "doctor", "status", "retention":
            return words.command.map { "“replay \($0)” by itself shows all" }
        case "duplicate": return filled("“replay duplicate REC --name \(ShellWord.quoted(word))” names the copy")
        case "discard" where isNumber: return filled("“replay cut REC 2..4” removes a range")
        case "stop" where Output.isMovieName(word): return filled("“replay export REC \(word)” writes that file")
        case "play" where isNumber:
            return filled("“replay still REC 2” shows one frame, and “replay preview REC” seeks")
        case "undo" where isNumber, "redo" where isNumber:
            return filled(
                "one operation is undone at a time; “replay edits REC” lists them, and “replay edit REC --remove 2” removes one"
            )
        case "recover": return "“replay recover” always checks all recordings; do not name one"
        case "sheet" where word.split(separator: "x").count == 2:
            let sides = word.split(separator: "x")
            return filled("“replay sheet REC --columns \(sides[0]) --rows \(sides[1])” sets them")
        case "list": return "“replay info \(ShellWord.quoted(word))” shows one recording"
        case "presets": return "“replay presets” lists all, and “replay presets --json” their values"
        case "batch":
            return "a batch is a file of jobs, and “replay list -q | xargs -n 1 replay export” exports all recordings"
        case "discard", "info", "play", "undo", "redo", "stop", "pause", "resume":
            return words.command.map { "“replay \($0)” takes one recording at a time" }
        case "preview" where isNumber: return filled("“replay preview REC --port 8080” chooses the port")
        default: return nil
        }
    }

    /// Returns the answer to a word after `record`: the source that the word means, or its use as a name.
    private static func recording(_ word: String, with others: [String]) -> String {
        let next = others.first { $0.utf8.first != UInt8(ascii: "-") }.map(ShellWord.quoted)
        switch word {
        case "window", "app": return "“replay record --window \(next ?? "click")” records a window"
        case "area", "region": return "“replay record --area 640x480+0+0” records a part of the screen"
        case "monitor", "display": return "“replay record --monitor \(next ?? "1")” records a monitor"
        case "camera", "webcam": return "“replay record --camera video0” also records a camera"
        case "mic", "microphone", "audio": return "“replay record --audio both” also records a microphone"
        case _ where Output.isMovieName("." + word): return "“replay record --output demo.\(word)” writes that file"
        default: return "“replay record --name \(ShellWord.quoted(word))” names the recording"
        }
    }
}
