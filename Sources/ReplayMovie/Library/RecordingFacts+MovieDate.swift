package import FoundationEssentials

extension RecordingFacts {
    /// The date of a movie's header, such as `2026-11-22T10:20:30.000000Z`; nil for what is none. To the second.
    package static func movieDate(_ text: String) -> Date? {
        // Whatever comes after the seconds, FFmpeg tells it in UTC.
        try? Date(String(text.prefix(19)) + "Z", strategy: Date.ISO8601FormatStyle())
    }
}
