package import ReplayInterchange
import ReplayLibrary
import ReplayTimeline

extension [RecordingEvent] {
    /// The marks among them, in order.
    package var marks: [TimelineMark] {
        filter { $0.kind == .mark }.map { TimelineMark(time: $0.time, name: $0.detail) }
    }
}

extension EditSession {
    /// The marks that were set while it was recorded, and those of the edit.
    /// - Throws: `FileSystemError`.
    package func marks() throws -> [TimelineMark] {
        try recording.events().marks + edit.marks.map { TimelineMark($0) }
    }
}
