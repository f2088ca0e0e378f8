/// A message of the argument parser about a word that it does not accept.
struct ParserMessage {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Returns a helpful clause, or nil if none is known.
    func hint(in words: CommandWords) -> String? {
        if text.utf8.firstRange(of: "nexpected argument".utf8) != nil, let word = quoted.first {
            return OptionHints.hint(forWord: word, in: words)
        }
        if text.hasPrefix("Missing value"), let option = quoted.first?.split(separator: " ").first {
            return Self.values[String(option)].map { "write it as “\(option) \($0)”" }
        }
        if text.utf8.firstRange(of: "is invalid for".utf8) != nil, text.utf8.firstRange(of: "one of".utf8) == nil,
            quoted.count > 1, let option = quoted[1].split(separator: " ").first
        {
            return Self.values[String(option)].map { "write it as “\(option) \($0)”" }
        }
        guard text.hasPrefix("Unknown option"), let option = quoted.first else { return nil }
        if words.command == nil { return Self.commandFirst(words.arguments) }
        // In other programs, `-1` means the last item of a list.
        return Int(option) == nil ? nil : "“@” is the latest recording, and “replay list” shows the names"
    }

    /// Examples of values for options.
    private static let values = [
        "--area": "640x480+100+50", "--monitor": "1", "--duration": "10s", "--fps": "30", "--output": "demo.mp4",
        "--preset": "gif", "--name": "demo", "--width": "1280", "--height": "720", "--countdown": "3",
        "--buffer": "30s",
        "--mic": "NAME", "--app": "NAME", "--captions": "demo.srt", "--quality": "low", "--crf": "28", "--from": "2.5",
        "--to": "5.5", "--loudness": "-16", "--silence": "-40dB,0.5s", "--idle": "2s", "--margin": "0.2s",
        "--speed": "8x",
        "--window": "click", "--columns": "3", "--rows": "3", "--port": "8080", "--resume": "demo", "--sort": "date",
        "--last": "20", "--days": "30", "--size": "50GB",
    ]

    /// The words between single quotation marks.
    private var quoted: [String] {
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated().compactMap { place, part in
            place % 2 == 1 ? String(part) : nil
        }
    }

    /// Returns a clause for a line without a command, such as `replay -i demo out.mp4`, which resembles a call of
    /// ffmpeg.
    private static func commandFirst(_ words: [String]) -> String {
        guard words.count == 3, words[0] == "-i" else {
            return
                "a command comes first: “replay record -o demo.mp4” records, “replay import demo.mp4” imports a movie"
        }
        return "a command comes first, such as “replay export \(words[1]) \(words[2])”"
    }
}
