import MediaTime

extension Captions {
    /// A text and when it is shown.
    struct Cue: Sendable, Equatable {
        var id: String?
        /// When it is shown, in milliseconds.
        var range: TimeRange
        /// Where and how it is shown, as its file has it: `line:0 align:start`.
        var settings = ""
        /// The text, with WebVTT's tags and escapes; no line is empty, none holds an arrow.
        var lines: [String] = []

        /// The cue as a file has it, with an empty line before.
        var text: String {
            let times = "\(range.start.webVTT) --> \(range.end.webVTT)"
            let timing = settings.isEmpty ? times : "\(times) \(settings)"
            return (["", id, timing].compactMap(\.self) + lines + [""]).joined(separator: "\n")
        }
    }
}

extension Captions.Cue {
    /// The text with each timestamp inside it, such as `<00:01.500>`, moved.
    /// - Parameter move: where an instant moves to; `nil` takes the timestamp out.
    func movingTimestamps(_ move: (MediaTime) -> MediaTime?) -> [String] {
        // Each must be later than the one before it.
        var last: MediaTime?
        return lines.map { line in
            Self.replacingTimestamps(in: line) { time in
                guard let moved = move(time), last.map({ $0 < moved }) ?? true else { return nil }
                last = moved
                return moved
            }
        }
    }

    /// Where a timestamp is taken out, an empty tag may have to stand: without it the line would be empty, or hold an arrow,
    /// and end the cue.
    private static func replacingTimestamps(in line: String, _ replace: (MediaTime) -> MediaTime?) -> String {
        var (result, tagged) = ("", "")
        var rest = line[...]
        // By bytes: a mark that combines with a bracket makes no other character of it here.
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
