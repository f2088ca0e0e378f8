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
