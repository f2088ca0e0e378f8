import ReplayLibrary

/// The pauses of a broadcast to viewers: those of the recorder, and those of the broadcast alone.
struct PauseState {
    private var isRecorderPaused = false
    /// True if the owner has paused the broadcast alone.
    var isBroadcastPaused = false

    /// True if the owner has paused.
    var isPaused: Bool { isRecorderPaused || isBroadcastPaused }

    /// Follows the recorder's events.
    mutating func follow(_ events: [RecordingEvent]) {
        for event in events where [.paused, .resumed].contains(event.kind) { isRecorderPaused = event.kind == .paused }
    }
}
