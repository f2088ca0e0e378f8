import Files
import FoundationEssentials
import Glibc
public import MediaTime

/// An event during a recording: one line of `events.jsonl`.
public struct RecordingEvent: Codable, Sendable, Equatable {
    /// The kind of an event.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The movie's first frame was written; the movie ended.
        case started, stopped
        /// The movie's clock stopped until the next `resumed`; it runs again.
        case paused, resumed
        /// The microphone was muted; it was recorded again.
        case muted, unmuted
        /// The frame was covered and application audio muted; both were recorded again.
        case covered, uncovered
        /// An instant that the user named.
        case mark
        /// A source was lost, or came back. Meanwhile its track continued with silence or with its last frame.
        case sourceLost, sourceRecovered
        /// The screen or window changed its size, was hidden, was shown again, or was closed.
        case resized, windowHidden, windowShown, windowClosed
        /// Little space was left on the disk.
        case diskLow
        /// Audio was lost because the disk was too slow; `detail` says how much.
        case audioDropped
        /// The movie could not be written for seconds; it could be written again.
        case stalled, writing
        /// The recording was interrupted here and resumed later.
        case gap
        /// The recorder was killed, or the machine stopped.
        case interrupted
        /// A repair found that a part of the movie cannot be read from here on.
        case damaged
    }

    /// The time of the event, on the recording's clock.
    public var time: MediaTime
    /// The kind of the event.
    public var kind: Kind
    /// More details, in words.
    public var detail: String?

    package init(time: MediaTime, kind: Kind, detail: String? = nil) {
        self.time = time
        self.kind = kind
        self.detail = detail
    }

    package static let fileName = "events.jsonl"

    /// The largest size of the file, in bytes. It protects the disk from a program that sends events without end.
    static let maxFileSize: Int64 = 16 << 20

    /// Returns the events as lines of the file.
    package static func lines(_ events: [RecordingEvent]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try events.flatMap { [UInt8](try encoder.encode($0)) + [UInt8(ascii: "\n")] }
    }
}

extension Recording {
    /// Returns the events of the recording in the order of the file, without lines that cannot be read.
    /// - Throws: `FileSystemError` if the file cannot be read.
    public func events() throws -> [RecordingEvent] {
        guard folder.contains(RecordingEvent.fileName) else { return [] }
        return try folder.contents(of: RecordingEvent.fileName).split(separator: UInt8(ascii: "\n")).compactMap {
            // A killed writer leaves an incomplete line, and a newer Replay may write other kinds of events.
            try? JSONDecoder().decode(RecordingEvent.self, from: Data($0))
        }
    }

    /// Returns the events from `start` to `end`, with times relative to `start`.
    package func events(from start: MediaTime, to end: MediaTime? = nil) throws -> [RecordingEvent] {
        try events().filter { $0.time >= start && $0.time <= end ?? $0.time }
            .map { RecordingEvent(time: $0.time - start, kind: $0.kind, detail: $0.detail) }
    }

    /// Appends events to the recording's file: all of them, or none if it throws. If the
    /// file is full, it drops them silently.
    /// - Throws: `FileSystemError`, or an error of `JSONEncoder`.
    package func append(_ events: [RecordingEvent]) throws {
        _ = try appendLines(
            try RecordingEvent.lines(events), to: RecordingEvent.fileName, limit: RecordingEvent.maxFileSize)
    }

    /// Appends lines to a file, which grows to a limit in bytes.
    /// - Returns: False if the file is full, and nothing was written.
    /// - Throws: `FileSystemError`.
    func appendLines(_ bytes: [UInt8], to name: String, limit: Int64) throws(FileSystemError) -> Bool {
        let size = folder.size(of: name)
        var lines = bytes
        guard size + Int64(lines.count) < limit else { return false }
        // A killed writer may have left an incomplete last line.
        let last = size == 0 ? [] : try folder.contents(of: name, from: size - 1, first: 1)
        if last.first.map({ $0 != UInt8(ascii: "\n") }) == true { lines.insert(UInt8(ascii: "\n"), at: 0) }
        try folder.append(lines, to: name)
        return true
    }
}
