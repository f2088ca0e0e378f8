import FoundationEssentials
import Glibc
public import MediaTime

/// Something that happened while recording, as `events.jsonl` keeps it, one a line.
public struct RecordingEvent: Codable, Sendable, Equatable {
    /// What happened.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The movie's first frame was there; the movie came to its end.
        case started, stopped
        /// The movie's clock stood still from here to the next `resumed`.
        case paused, resumed
        /// The microphone was silenced; it was heard again.
        case muted, unmuted
        /// The frame was covered and application audio silenced; both were recorded again.
        case covered, uncovered
        /// An instant that the user named.
        case mark
        /// A source went away, or came back; its track went on in silence, or with its last frame, meanwhile.
        case sourceLost, sourceRecovered
        /// The screen or window took another size, went out of sight, came back, or was closed.
        case resized, windowHidden, windowShown, windowClosed
        /// Little space was left on the disk.
        case diskLow
        /// Audio was lost, for the disk could not keep up: how much.
        case audioDropped
        /// The movie could not be written for seconds, or again could.
        case stalled, writing
        /// The recording was cut off here and went on later.
        case gap
        /// The recorder was killed, or the machine went down.
        case interrupted
        /// Something of the movie cannot be read from here on, as a repair found out.
        case damaged
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

    /// More than anybody names or does by hand: a program that sends events without end does not fill the disk.
    static let maxFileSize: Int64 = 16 << 20

    /// The events as the file has them.
    package static func lines(_ events: [RecordingEvent]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try events.flatMap { [UInt8](try encoder.encode($0)) + [UInt8(ascii: "\n")] }
    }
}

extension Recording {
    /// What happened while recording, in the order in which it did; a line that cannot be read is left out.
    /// - Throws: `FileSystemError`.
    public func events() throws -> [RecordingEvent] {
        guard folder.contains(RecordingEvent.fileName) else { return [] }
        return try folder.contents(of: RecordingEvent.fileName).split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(RecordingEvent.self, from: Data($0))
        }
    }

    /// The events from `start` to `end`, their times counted from `start`.
    package func events(from start: MediaTime, to end: MediaTime? = nil) throws -> [RecordingEvent] {
        try events().filter { $0.time >= start && $0.time <= end ?? $0.time }
            .map { RecordingEvent(time: $0.time - start, kind: $0.kind, detail: $0.detail) }
    }

    /// Adds lines to the recording's events: all, or none where this throws. Where there are too many already, the
    /// recording goes on without.
    /// - Throws: `FileSystemError`.
    package func append(_ events: [RecordingEvent]) throws {
        let size = folder.size(of: RecordingEvent.fileName)
        var lines = try RecordingEvent.lines(events)
        guard size + Int64(lines.count) < RecordingEvent.maxFileSize else { return }
        // A writer that was killed may have left a line without its end.
        let last = size == 0 ? [] : try folder.contents(of: RecordingEvent.fileName, from: size - 1, first: 1)
        if last.first.map({ $0 != UInt8(ascii: "\n") }) == true { lines.insert(UInt8(ascii: "\n"), at: 0) }
        try folder.append(lines, to: RecordingEvent.fileName)
    }
}
