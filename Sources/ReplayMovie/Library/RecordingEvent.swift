import FoundationEssentials
public import MediaTime

/// Something that happened while recording, as `events.jsonl` keeps it, one a line.
public struct RecordingEvent: Codable, Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Codable, Sendable {
        case started, stopped
        /// A source went away; its track goes on in silence.
        case sourceLost
        /// It is there again.
        case sourceRecovered
    }

    /// When, in the recording's own time.
    public var time: MediaTime
    /// What happened.
    public var kind: Kind
    /// More of it, in words.
    public var detail: String?

    package init(time: MediaTime, kind: Kind, detail: String? = nil) {
        self.time = time
        self.kind = kind
        self.detail = detail
    }

    package static let fileName = "events.jsonl"
}

extension Recording {
    /// Adds a line to the recording's events.
    /// - Throws: `FileSystemError`.
    package func append(_ event: RecordingEvent) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(event)
        try folder.append([UInt8](line) + [UInt8(ascii: "\n")], to: RecordingEvent.fileName)
    }
}
