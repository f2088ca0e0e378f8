import FoundationEssentials
import ReplayLibrary

/// A reader of the events of a recording in progress.
final class EventFollower {
    private let recording: Recording
    private var offset: Int64 = 0
    /// The bytes of an incomplete line.
    private var rest: [UInt8] = []

    /// The maximum number of bytes that are read at once.
    private static let maxLength = 64 << 10

    init(_ recording: Recording) { self.recording = recording }

    /// Returns the events that were written since the last call.
    func next() -> [RecordingEvent] {
        guard recording.folder.size(of: RecordingEvent.fileName) > offset,
            // The next call tries again.
            let bytes = try? recording.folder.contents(
                of: RecordingEvent.fileName, from: offset, first: Self.maxLength)
        else { return [] }
        offset += Int64(bytes.count)
        var lines = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.popLast().map(Array.init) ?? []
        // A newer recorder may write other kinds of events.
        return lines.compactMap { try? JSONDecoder().decode(RecordingEvent.self, from: Data($0)) }
    }
}
