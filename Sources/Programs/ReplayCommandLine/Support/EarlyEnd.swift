import MediaTime
import ReplayControl
package import ReplayErrors
package import ReplayLibrary

/// A recording that ended otherwise than it was asked to. What was recorded is there.
package struct EarlyEnd: CategorizedError {
    package let id: RecordingID
    package let reason: RecordingFacts.Ending.Reason
    package var category: ErrorCategory {
        switch reason {
        // As it was asked to: then there is no such error.
        case .requested: .failed
        case .displayLost, .audioLost, .cameraLost, .windowClosed, .sharingEnded: .unavailable
        case .diskFailed: .cannotCreate
        case .terminated: .terminated
        case .ownerLost, .interrupted, .failed: .failed
        }
    }

    package let description: String

    package init?(_ ending: RecordingFacts.Ending, of id: RecordingID) {
        guard ending.reason != .requested else { return nil }
        self.id = id
        reason = ending.reason
        let message = ending.message ?? "the recording ended early"
        let kept = ending.frames == 0 ? "nothing" : ending.duration.timecode()
        description = "\(message); \(kept) of recording \(id) \(ending.frames == 0 ? "is" : "are") kept"
    }
}
