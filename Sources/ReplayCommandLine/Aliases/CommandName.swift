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

    /// The words that people look for, and the command to tell them of.
    private static let related = [
        "split": "cut", "crop": "edit crop", "keep": "edit keep", "speed": "edit speed", "blur": "edit blur",
        "pixelate": "edit pixelate", "title": "edit title", "text": "edit title", "highlight": "edit highlight",
        "clicks": "edit clicks", "zoom": "edit zoom",
        "rotate": "edit rotate", "gain": "edit gain",
        "volume": "edit gain", "fade": "edit fade-in", "fade-in": "edit fade-in", "fade-out": "edit fade-out",
        "render": "export", "convert": "export",
        "save": "export", "share": "export", "mp4": "export", "kill": "stop --force", "reset": "edit --reset",
        "revert": "edit --reset", "captions": "edit captions", "subtitles": "edit captions", "capture": "record",
        "rec": "record", "begin": "record", "end": "stop",
        "quit": "stop", "finish": "stop", "devices": "sources", "windows": "sources",
        "history": "edits",
        "settings": "config", "set": "config", "check": "doctor", "prune": "retention", "clean": "retention",
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
        throw UnknownCommand(word: word, suggestion: suggestion(for: word, of: names))
    }

    /// Our own command or option for a word, or the word itself if no other program has it.
    package static func synonym(of typed: String) -> String { synonyms[typed] ?? typed }

    /// The words in place of the first one.
    static func phrase(for typed: String) -> [String] { phrases[typed] ?? [typed] }

    private static func suggestion(for word: String, of names: [String]) -> String? {
        if let related = related[word] { return related }
        if access(word.cPath, R_OK) == 0 { return "import \(word)" }
        let begun = names.filter { $0.utf8.starts(with: word.utf8) }
        if begun.count == 1 { return begun[0] }
        let near = names.map { (name: $0, distance: EditDistance.between(word, $0)) }
        let limit = EditDistance.limit(for: word)
        return near.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }
}

/// There is no such command.
package struct UnknownCommand: CategorizedError {
    package let word: String
    /// What may have been meant.
    package let suggestion: String?

    package var category: ErrorCategory { .usage }

    package var description: String {
        "there is no command “\(word)”"
            + (suggestion.map { "; did you mean “replay \($0)”?" } ?? "; “replay --help” lists them")
    }
}
