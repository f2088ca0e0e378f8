package import Files
import FoundationEssentials
package import ReplayLibrary

/// A reader of the events of a recording in progress.
package final class EventFollower {
    private let folder: Directory
    private var offset: Int64 = 0
    /// The bytes of an incomplete line.
    private var rest: [UInt8] = []

    /// The maximum number of bytes that are read at once.
    private static let maxLength = 64 << 10

    /// - Parameter folder: The recording's folder.
    package init(in folder: Directory) { self.folder = folder }

    /// Returns the events that were written since the last call.
    package func next() -> [RecordingEvent] {
        guard folder.size(of: RecordingEvent.fileName) > offset,
            // The next call tries again.
            let bytes = try? folder.contents(
                of: RecordingEvent.fileName, from: offset, first: Self.maxLength)
        else { return [] }
        offset += Int64(bytes.count)
        var lines = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = lines.popLast().map(Array.init) ?? []
        // A newer recorder may write other kinds of events.
        return lines.compactMap { try? JSONDecoder().decode(RecordingEvent.self, from: Data($0)) }
    }
}
