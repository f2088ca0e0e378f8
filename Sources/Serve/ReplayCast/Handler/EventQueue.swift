import MediaTime
import ReplayLibrary

/// Events of a recording that wait for the sample buffers before them. A pure value.
///
/// The recorder writes an event at once, but samples with the next fragment. So an event waits until a sample of its
/// time or later comes. If the recorder is paused, none comes, and the event waits for a fixed time.
struct EventQueue {
    private var events: [(event: RecordingEvent, since: HostTime)] = []

    /// The longest wait: that for two fragments of the movie.
    private static let maxWait = Duration.milliseconds(400)

    /// Adds events in their order.
    mutating func add(_ added: [RecordingEvent], at now: HostTime) { events += added.map { ($0, now) } }

    /// Removes and returns the events that come before a sample.
    mutating func take(before time: MediaTime) -> [RecordingEvent] { take { $0.event.time <= time } }

    /// Removes and returns the events that have waited long enough.
    mutating func take(at now: HostTime) -> [RecordingEvent] { take { now - $0.since >= Self.maxWait } }

    /// Removes and returns all events.
    mutating func takeAll() -> [RecordingEvent] { take { _ in true } }

    private mutating func take(
        while isDue: ((event: RecordingEvent, since: HostTime)) -> Bool
    ) -> [RecordingEvent] {
        let due = events.prefix(while: isDue)
        events.removeFirst(due.count)
        return due.map(\.event)
    }
}
