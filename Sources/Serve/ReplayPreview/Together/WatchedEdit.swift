import MediaTime
import ReplayTimeline

/// The edit that a group watches, for mapping its position to the next edit.
struct WatchedEdit: Sendable {
    let revision: String
    /// The duration of the edit, in ticks.
    let duration: Int64
    let timescale: Int32
    private let map: EditMap

    init(_ edit: Edit, revision: String) {
        self.revision = revision
        (duration, timescale) = (edit.editedDuration.value, edit.timescale)
        map = EditMap(edit)
    }

    /// Returns true if the other edit has the same revision and duration. A growing recording changes only its duration.
    func isSame(as other: WatchedEdit) -> Bool { revision == other.revision && duration == other.duration }

    /// Returns the position in another edit that shows the same instant of the recording. If that instant was cut, the
    /// result is the next instant that is kept.
    /// - Parameter position: The position in this edit, in ticks.
    func position(_ position: Int64, in other: WatchedEdit) -> Int64 {
        let time = MediaTime(value: position, timescale: timescale)
        if revision == other.revision { return min(position, other.duration) }
        // The end of an edit shows no instant, and stays the end.
        guard position < duration, let instant = map.recordingTime(at: time) else { return other.duration }
        return other.map.nextEditedTime(from: instant)?.value ?? other.duration
    }
}
