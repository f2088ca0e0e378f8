import Replay

/// A recording that ended otherwise than it was asked to. What was recorded is there.
struct EarlyEnd: Error, CustomStringConvertible {
    let id: RecordingID
    let reason: RecordingFacts.Ending.Reason
    let description: String

    init?(_ ending: RecordingFacts.Ending, of id: RecordingID) {
        guard ending.reason != .requested else { return nil }
        self.id = id
        reason = ending.reason
        let message = ending.message ?? "the recording ended early"
        let trimmed = message.withoutFullStop
        let kept = ending.frames == 0 ? "nothing" : ending.duration.timecode()
        description = "\(trimmed); \(kept) of recording \(id) \(ending.frames == 0 ? "is" : "are") kept"
    }
}
