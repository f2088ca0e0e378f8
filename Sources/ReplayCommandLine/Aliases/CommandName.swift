package import ArgumentParser
import Glibc
import MediaTime
import ReplayControl
package import ReplayErrors
import ReplayLibrary
import ReplaySources

/// Which command the first word of a command line means.
package enum CommandName {
    /// The names that other programs have for our commands; the same in every respect.
    private static let synonyms = [
        "rm": "discard", "delete": "discard", "remove": "discard", "ls": "list", "open": "play", "view": "play",
        "start": "record", "mv": "rename", "show": "info", "cp": "duplicate", "copy": "duplicate", "clone": "duplicate",
        "unpause": "resume", "version": "--version", "-v": "--version", "-V": "--version",
    ]

    /// The words that stand for a command with options.
    private static let phrases = [
        "gif": ["export", "--preset=gif"], "webm": ["export", "--preset=webm"], "hls": ["export", "--preset=hls"],
    ]

    /// The operations of `replay edit`, by the words that stand for them where a command is expected.
    private static let operations = [
        "speed": "speed", "slow": "speed", "crop": "crop", "rotate": "rotate", "zoom": "zoom", "title": "title",
        "text": "title", "caption": "title", "blur": "blur", "pixelate": "pixelate", "highlight": "highlight",
        "clicks": "clicks", "gain": "gain", "volume": "gain", "fade": "fade-in", "fade-in": "fade-in",
        "fade-out": "fade-out", "captions": "captions", "subtitles": "captions", "keep": "keep", "silence": "mute",
        "chapter": "mark",
    ]

    /// What is said of words for which Replay has no command.
    private static let answers = [
        "split": "“replay export RECORDING 0..4 part.mp4” writes a part to a file, and “replay cut” removes one",
        "join": joining, "concat": joining, "append": joining, "merge": joining,
        "broadcast": serving, "stream": serving, "live": serving,
        "search": "“replay list | grep WORD” searches the names",
        "find": "“replay list | grep WORD” searches the names",
        "restore": "“replay undo” takes back an edit; what was discarded is gone",
        "watermark": "“replay edit RECORDING cover 0.. 64x64+10+10 image logo.png” shows an image",
        "logo": "“replay edit RECORDING cover 0.. 64x64+10+10 image logo.png” shows an image",
        "convert": "“replay import movie.mp4” takes in a movie, and “replay export” writes it in another format",
    ]
    private static let joining =
        "Replay does not join recordings; “replay record --resume RECORDING” continues one of its own"
    private static let serving = "Replay does not broadcast; “replay export --preset hls” makes HLS for a web server"

    /// The words that people look for, and the command to tell them of.
    private static let related = [
        "crop": "edit crop", "keep": "edit keep", "speed": "edit speed", "blur": "edit blur",
        "pixelate": "edit pixelate", "title": "edit title", "text": "edit title", "highlight": "edit highlight",
        "clicks": "edit clicks", "zoom": "edit zoom",
        "rotate": "edit rotate", "gain": "edit gain",
        "volume": "edit gain", "fade": "edit fade-in", "fade-in": "edit fade-in", "fade-out": "edit fade-out",
        "render": "export",
        "save": "export", "share": "export", "mp4": "export", "kill": "stop --force", "reset": "edit --reset",
        "revert": "edit --reset", "captions": "edit captions", "subtitles": "edit captions", "capture": "record",
        "rec": "record", "begin": "record", "end": "stop",
        "quit": "stop", "finish": "stop", "devices": "sources", "windows": "sources",
        "history": "edits",
        "settings": "config", "set": "config", "check": "doctor", "prune": "retention", "clean": "retention",
        "library": "list", "cancel": "discard", "trash": "discard", "inspect": "info", "probe": "info", "stat": "info",
        "list-windows": "sources", "screens": "sources", "mics": "sources", "cameras": "sources",
        "monitors": "sources", "start-recording": "record", "stop-recording": "stop", "toggle": "pause",
        "save-replay": "clip 30s", "buffer": "record --buffer 30s", "completion": "--generate-completion-script",
        "describe": "rename",
        "fix": "recover", "repair": "recover", "load": "import", "add": "import", "watch": "play", "hide": "cover",
        "log": "status", "erase": "redact", "censor": "redact", "bookmark": "mark", "screenshot": "still",
        "thumbnail": "still", "frame": "still",
        "filmstrip": "strip", "thumbnails": "sheet", "contact-sheet": "sheet", "storyboard": "sheet",
    ]

    /// - Parameter typed: the first word as it was typed.
    /// - Returns: the command's own name; nil for what is no command's, such as an option or no word at all.
    /// - Throws: `UnknownCommand`.
    package static func resolve(_ typed: String, in tree: CommandConfiguration) throws -> String? {
        let word = synonym(of: typed)
        // Not by a key path: Swift 6.3 crashes on one of a metatype.
        let names = tree.subcommands.map { $0._commandName }
        if names.contains(word) { return word }
        // Options of the whole, and help, are the parser's.
        if word.utf8.first == UInt8(ascii: "-") || word == "help" { return nil }
        throw UnknownCommand(word: word, suggestion: suggestion(for: word, of: names), answer: answers[word])
    }

    /// Our own command or option for a word, or the word itself if no other program has it.
    package static func synonym(of typed: String) -> String { synonyms[typed] ?? typed }

    /// The words in place of the first one.
    /// - Parameter isAlone: true if no other word follows, so that no operation can be meant.
    static func phrase(for typed: String, isAlone: Bool) -> [String] {
        if !isAlone, let operation = operations[typed] { return ["edit", operation] }
        return phrases[typed] ?? [typed]
    }

    private static func suggestion(for word: String, of names: [String]) -> String? {
        if let related = related[word] { return related }
        if access(word.cPath, R_OK) == 0 { return "import \(word)" }
        let begun = names.filter { $0.utf8.starts(with: word.utf8) }
        if begun.count == 1 { return begun[0] }
        let near = names.map { (name: $0, distance: EditDistance.between(word, $0)) }
        let limit = EditDistance.limit(for: word)
        if let name = near.filter({ $0.distance <= limit }).min(by: { $0.distance < $1.distance })?.name { return name }
        // A library that cannot be read is no answer to a word.
        let isRecording = (try? RecordingLibrary.open().recording(matching: word)) != nil
        return isRecording ? "preview \(word)" : nil
    }
}

/// There is no such command.
package struct UnknownCommand: CategorizedError {
    package let word: String
    /// What may have been meant.
    package let suggestion: String?
    /// What is said in place of a suggestion, as a clause.
    var answer: String?

    package var category: ErrorCategory { .usage }

    package var description: String {
        "there is no command “\(word)”"
            + (answer.map { "; \($0)" } ?? suggestion.map { "; did you mean “replay \($0)”?" }
                ?? "; “replay --help” lists them")
    }
}
