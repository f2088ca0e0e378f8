package import MediaTime

extension Captions {
    /// A text and the range in which it is shown.
    package struct Cue: Sendable, Equatable {
        package var id: String?
        /// The range in which the text is shown, in milliseconds.
        package var range: TimeRange
        /// The cue settings (position and alignment) in WebVTT syntax, such as `line:0 align:start`.
        var settings = ""
        /// The text in WebVTT syntax, with tags and character references. No line is empty or contains an arrow.
        var lines: [String] = []

        /// The cue in the syntax of a WebVTT file, with an empty line before it.
        package var text: String {
            let times = "\(range.start.webVTT) --> \(range.end.webVTT)"
            let timing = settings.isEmpty ? times : "\(times) \(settings)"
            return (["", id, timing].compactMap(\.self) + lines + [""]).joined(separator: "\n")
        }
    }
}

extension Captions.Cue {
    /// Returns the lines with each timestamp inside them, such as `<00:01.500>`, moved.
    /// - Parameter move: Returns the new time of an instant, or nil to remove the timestamp.
    func movingTimestamps(_ move: (MediaTime) -> MediaTime?) -> [String] {
        // Each timestamp must be later than the one before it.
        var last: MediaTime?
        return lines.map { line in
            Self.replacingTimestamps(in: line) { time in
                guard let moved = move(time), last.map({ $0 < moved }) ?? true else { return nil }
                last = moved
                return moved
            }
        }
    }

    /// Replaces or removes the timestamps of a line. An empty tag replaces a removed timestamp if the line would
    /// otherwise be empty or contain an arrow, and thereby end the cue.
    private static func replacingTimestamps(in line: String, _ replace: (MediaTime) -> MediaTime?) -> String {
        var (result, tagged) = ("", "")
        var rest = line[...]
        // Searches by bytes, because a combining mark after a bracket would make another character of the bracket.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
            let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let after = rest.utf8.index(after: close)
            let time = MediaTime(webVTT: rest[rest.utf8.index(after: open)..<close])
            let moved = time.map { replace($0).map { "<\($0.webVTT)>" } ?? "" } ?? String(rest[open..<after])
            result += rest[..<open] + moved
            tagged += rest[..<open] + (moved.isEmpty ? emptyTag : moved)
            rest = rest[after...]
        }
        let isLine = !(result.isEmpty && rest.isEmpty) && (result + rest).utf8.firstRange(of: "-->".utf8) == nil
        return (isLine ? result : tagged) + rest
    }

    private static let emptyTag = "<c></c>"
}
