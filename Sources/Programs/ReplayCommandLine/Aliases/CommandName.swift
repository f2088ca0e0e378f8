package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
package import ReplayErrors
import ReplayLibrary

/// The command that the first word of a command line names.
package enum CommandName {
    /// Other programs' names for Replay's commands. They have exactly the same effect.
    private static let synonyms = [
        "rm": "discard", "delete": "discard", "remove": "discard", "ls": "list", "open": "play", "view": "play",
        "start": "record", "mv": "rename", "show": "info", "cp": "duplicate", "auto-zoom": "autozoom",
        "copy": "duplicate", "clone": "duplicate",
        "chapter": "mark", "thumbnail": "still", "frame": "still", "poster": "still", "unpause": "resume",
        "stream": "broadcast", "live": "broadcast",
        "version": "--version", "-v": "--version", "-V": "--version",
    ]

    /// The words that stand for a command with options.
    private static let phrases = [
        "gif": ["export", "--preset=gif"], "webm": ["export", "--preset=webm"], "hls": ["export", "--preset=hls"],
        "mp4": ["export", "--preset=share-1080p"], "style": ["edit", "style"],
    ]

    /// The operations of `replay edit`, by the words for them at the position of a command.
    private static let operations = [
        "speed": "speed", "slow": "speed", "crop": "crop", "rotate": "rotate", "zoom": "zoom", "title": "title",
        "caption": "title", "blur": "blur", "pixelate": "pixelate", "highlight": "highlight",
        "clicks": "clicks", "gain": "gain", "volume": "gain", "fade-in": "fade-in",
        "fade-out": "fade-out", "captions": "captions", "subtitles": "captions", "keep": "keep", "silence": "mute",
        "fadein": "fade-in", "fadeout": "fade-out", "camera": "camera", "webcam": "camera",
        "style": "style", "arrow": "arrow", "box": "box", "rectangle": "box", "ellipse": "ellipse", "circle": "ellipse",
        "text": "text", "label": "text", "step": "step", "spotlight": "spotlight", "image": "image", "overlay": "image",
        "watermark": "watermark", "logo": "watermark", "pointer": "pointer", "keys": "keys", "shortcuts": "keys",
    ]

    /// Returns the operation of `replay edit` that a word stands for, or nil if there is none.
    package static func operation(for word: String) -> String? { operations[word] }

    /// The answers to words for which Replay has no command. “REC” is replaced by the named recording.
    private static let answers = [
        "split": "“replay export REC 0..4 part.mp4” writes a part to a file, and “replay cut REC 2..4” removes one",
        "join": joining, "concat": joining, "append": joining, "merge": joining, "combine": joining,
        "serve": serving,
        "search": "“replay list | grep WORD” searches the names",
        "find": "“replay list | grep WORD” searches the names", "grep": "“replay list | grep WORD” searches the names",
        "restore": "“replay undo REC” undoes an edit; a discarded recording cannot be restored",
        "annotate": drawing, "draw": drawing, "annotation": drawing, "annotations": drawing,
        "convert": converting, "transcode": converting, "encode": converting,
        "transcribe": "Replay does not transcribe speech; “replay captions REC demo.srt” gives a recording captions",
        "screenshot": shot, "snapshot": shot, "shot": shot,
        "flip": mirroring, "mirror": mirroring,
        "log": "“replay list” lists the recordings, and “replay status” shows what is being recorded",
        "logs": "“replay list” lists the recordings, and “replay record --log FILE” writes a log",
        "upload": "Replay works offline; “replay export REC out.mp4” writes a file that you can share",
        "publish": "Replay works offline; “replay export REC out.mp4” writes a file that you can share",
        "compress": smaller, "shrink": smaller, "optimize": smaller, "resize": smaller, "scale": smaller,
        "reverse": "Replay cannot play backwards; “replay speed REC 2x” plays faster",
        "loop": "Replay cannot repeat a range; “replay gif REC” makes a GIF, which repeats",
        "freeze": "Replay cannot freeze a frame; “replay speed REC 2..3 0.1x” plays a range ten times slower",
        "tag": "“replay rename REC NAME” names a recording, and “replay edit REC mark 3 NAME” marks a time",
        "note": "“replay edit REC mark 3 NAME” marks a time",
        "chapters": "“replay edit REC mark 3 NAME” begins a chapter, and “replay info REC” lists them",
        "marks": "“replay info REC” lists the marks, and “replay edit REC mark 3 NAME” makes one",
        "markers": "“replay info REC” lists the marks, and “replay edit REC mark 3 NAME” makes one",
        "extract": "“replay export REC 2..5 part.mp4” writes a part, and “replay export REC audio.m4a” the audio",
        "audio": "“replay export REC audio.m4a” writes the audio alone",
        "move": "“replay export REC out.mp4” writes a file elsewhere, and “replay rename REC NAME” changes the name",
        "normalize": loudness, "loudness": loudness,
        "denoise": "Replay cannot remove noise; “replay mute REC 2..3” mutes a range",
        "remove-silence": quiet, "autocut": quiet, "auto-cut": quiet, "jumpcut": quiet, "idle": quiet,
        "fade":
            "“replay fade-in REC 1s” fades in the audio at the start, and “replay fade-out REC 1s” fades it out at the end",
        "music": music, "soundtrack": music, "voiceover": music, "dub": music,
        "save":
            "“replay export REC out.mp4” writes a file, and “replay clip 30s” saves the last seconds during the recording",
        "toggle": toggling, "toggle-pause": toggling,
        "reset": resetting, "revert": resetting,
        "path": "“replay info REC --json” prints the path of the movie",
        "where": "“replay info REC --json” prints the path of the movie",
        "daemon": "“replay record --detach” records in the background, and “replay stop” ends it",
        "config-edit": "“replay config KEY VALUE” sets a default",
        "size": "“replay list --sort size” lists the recordings by size",
        "du": "“replay list --sort size” lists the sizes",
        "count": "“replay list -q | wc -l” counts the recordings",
        "setup": "“replay doctor” shows what is missing", "install": "“replay doctor” shows what is missing",
        "update": "the package manager updates Replay; “replay --version” prints the installed version",
        "upgrade": "the package manager updates Replay; “replay --version” prints the installed version",
        "area": "“replay record --area 640x480+0+0” records a part of the screen",
        "window": "“replay record --window click” records the window that you click",
        "screen": "“replay record” records the screen",
        "webcam": "“replay record --camera video0” also records a camera",
        "camera": "“replay record --camera video0” records a camera, and “replay edit REC camera full” shows it",
        "mic": "“replay record --mic NAME” records a microphone, and “replay mute” mutes it",
        "microphone": "“replay record --mic NAME” records a microphone, and “replay mute” mutes it",
    ]
    private static let loudness = "“replay export REC --loudness -16” sets the loudness"
    private static let quiet =
        "“replay trim REC --silence -40dB,0.5s” and “replay trim REC --idle 2s” remove silent and idle ranges"
    private static let music =
        "Replay cannot add audio to a recording; “replay record --audio both” records programs and a microphone"
    private static let toggling = "“replay pause” pauses the recording, and “replay resume” continues it"
    private static let resetting =
        "“replay edit REC --reset” removes all operations, and “replay undo REC” undoes the last one"
    private static let joining =
        "Replay does not join recordings; “replay record --resume” continues a recording of the screen"
    private static let serving =
        "“replay broadcast TARGET” sends to a server, and “replay export REC --preset hls” makes HLS for a web server"
    private static let drawing =
        "“replay arrow REC 3..5 100,50 400,300” draws an arrow; also box, ellipse, text, step, spotlight, image and watermark"
    private static let converting =
        "“replay import movie.mp4” imports a movie, and “replay export REC out.webm” writes it in another format"
    private static let shot = "Replay cannot take screenshots; “replay still REC 2” writes a frame of a recording"
    private static let mirroring = "Replay cannot mirror frames; “replay rotate REC 180” rotates them"
    private static let smaller =
        "“replay export REC --height 720” makes the frames smaller, and “--quality low” makes the file smaller"

    /// The command to suggest for a word that is often tried.
    private static let related = [
        "crop": "edit crop", "keep": "edit keep", "speed": "edit speed", "blur": "edit blur",
        "pixelate": "edit pixelate", "title": "edit title", "text": "edit text", "highlight": "edit highlight",
        "clicks": "edit clicks", "zoom": "edit zoom", "styles": "edit style", "theme": "edit style",
        "background": "edit style", "wallpaper": "edit style", "padding": "edit style", "shadow": "edit style",
        "rotate": "edit rotate", "gain": "edit gain",
        "volume": "edit gain", "fade-in": "edit fade-in", "fade-out": "edit fade-out",
        "render": "export",
        "share": "export", "kill": "stop --force", "captions": "edit captions", "subtitles": "edit captions",
        "capture": "record",
        "rec": "record", "begin": "record", "end": "stop",
        "quit": "stop", "finish": "stop", "devices": "sources", "windows": "sources",
        "history": "edits",
        "settings": "config", "set": "config", "check": "doctor", "prune": "retention", "clean": "retention",
        "library": "list", "cancel": "discard", "trash": "discard", "inspect": "info", "probe": "info", "stat": "info",
        "details": "info", "properties": "info", "metadata": "info", "stats": "info", "ps": "status",
        "running": "status",
        "abort": "discard", "delete-all": "retention", "cleanup": "retention", "purge": "retention", "gc": "retention",
        "hold": "pause", "continue": "resume", "unpause-all": "resume", "redo-last": "redo", "back": "undo",
        "ops": "edits", "operations": "edits", "effects": "edit", "effect": "edit", "editor": "preview",
        "gui": "preview",
        "ui": "preview", "web": "preview", "browser": "preview", "player": "play", "formats": "presets",
        "profiles": "presets", "preset": "presets", "options": "config", "preferences": "config", "prefs": "config",
        "diagnose": "doctor", "health": "doctor", "verify": "validate", "lint": "validate", "checkup": "doctor",
        "cover-image": "still", "queue": "batch", "jobs": "batch", "render-all": "batch",
        "anonymize": "redact", "obscure": "blur", "last": "info @", "latest": "info @",
        "list-windows": "sources", "screens": "sources", "mics": "sources", "cameras": "sources",
        "monitors": "sources", "start-recording": "record", "stop-recording": "stop",
        "list-devices": "sources", "list-sources": "sources", "list-monitors": "sources", "list-cameras": "sources",
        "list-recordings": "list", "list-presets": "presets",
        "save-replay": "clip 30s", "buffer": "record --buffer 30s", "completion": "--generate-completion-script",
        "describe": "rename",
        "fix": "recover", "repair": "recover", "load": "import", "add": "import", "watch": "play", "hide": "cover",
        "erase": "redact", "censor": "redact", "bookmark": "mark",
        "filmstrip": "strip", "thumbnails": "sheet", "contact-sheet": "sheet", "storyboard": "sheet",
    ]

    /// Returns the command for the first word.
    /// - Parameters:
    ///   - typed: The first word as typed.
    ///   - words: The words after it, which may name a recording.
    ///   - tree: The configuration that contains the commands.
    /// - Returns: The command's own name, or nil for an option or for `help`.
    /// - Throws: `UnknownCommand`.
    package static func resolve(
        _ typed: String, before words: ArraySlice<String> = [], in tree: CommandConfiguration
    ) throws -> String? {
        let word = synonym(of: typed)
        // A key path of a metatype crashes Swift 6.3.
        let names = tree.subcommands.map { $0._commandName }
        if names.contains(word) { return word }
        // The parser handles general options and help.
        if word.utf8.first == UInt8(ascii: "-") || word == "help" { return nil }
        throw UnknownCommand(
            word: word, suggestion: suggestion(for: word, before: words.first, of: names),
            answer: answer(to: word, words: Array(words)))
    }

    /// Returns the answer to a word for which Replay has no command and no operation, or nil if there is none.
    /// - Parameter words: The words that may name a recording.
    package static func answer(to word: String, words: [String]) -> String? {
        answers[word].map { AnswerExample.filled($0, words: words) }
    }

    /// Returns Replay's own command or option for a word, or the word itself if it is not a synonym.
    package static func synonym(of typed: String) -> String { synonyms[typed] ?? typed }

    /// Returns the words that replace the first one.
    /// - Parameter isAlone: True if no other word follows, so that the word cannot be an operation.
    static func phrase(for typed: String, isAlone: Bool) -> [String] {
        if !isAlone, let operation = operations[typed] { return ["edit", operation] }
        return phrases[typed] ?? [typed]
    }

    private static func suggestion(for word: String, before next: String?, of names: [String]) -> String? {
        if let related = related[word] { return related }
        if access(word.cPath, R_OK) == 0 { return "import \(word)" }
        let begun = names.filter { $0.utf8.starts(with: word.utf8) }
        if begun.count == 1 { return begun[0] }
        let near = names.map { (name: $0, distance: EditDistance.between(word, $0)) }
        let limit = EditDistance.limit(for: word)
        if let name = near.filter({ $0.distance <= limit }).min(by: { $0.distance < $1.distance })?.name { return name }
        // If the library cannot be read, there is no suggestion.
        guard (try? RecordingLibrary.open().recording(matching: word)) != nil else { return nil }
        let command = next.map { synonym(of: $0) }.flatMap { names.contains($0) || operations[$0] != nil ? $0 : nil }
        return "\(command ?? "preview") \(ShellWord.quoted(word))"
    }
}

/// An error that occurs if a command does not exist.
package struct UnknownCommand: CategorizedError {
    package let word: String
    /// The likely intended command.
    package let suggestion: String?
    /// A clause to use instead of a suggestion.
    var answer: String?

    package var category: ErrorCategory { .usage }

    package var description: String {
        "there is no command “\(word)”"
            + (answer.map { "; \($0)" } ?? suggestion.map { "; did you mean “replay \($0)”?" }
                ?? "; “replay --help” lists the commands")
    }
}
