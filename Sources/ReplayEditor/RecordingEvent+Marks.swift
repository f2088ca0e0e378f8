import ReplayLibrary
package import ReplayTimeline

extension [RecordingEvent] {
    /// The marks among them, in order.
    package var marks: [TimelineMark] {
        filter { $0.kind == .mark }.map { TimelineMark(time: $0.time, name: $0.detail) }
    }
}
