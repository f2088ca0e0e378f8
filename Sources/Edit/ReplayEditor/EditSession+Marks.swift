package import ReplayInterchange
import ReplayLibrary
import ReplayTimeline

extension [RecordingEvent] {
    /// The marks among the events, in order.
    package var marks: [TimelineMark] {
        filter { $0.kind == .mark }.map { TimelineMark(time: $0.time, name: $0.detail) }
    }
}

extension EditSession {
    /// Returns the marks that were set during recording, and those of the edit.
    /// - Throws: `FileSystemError`.
    package func marks() throws -> [TimelineMark] {
        try recording.events().marks + edit.marks.map { TimelineMark($0) }
    }
}
