import MediaTime
import ReplayControl
package import ReplayErrors
package import ReplayLibrary

/// The error of a recording that ended for another reason than a request. The recorded part is kept.
package struct EarlyEnd: CategorizedError {
    package let id: RecordingID
    package let reason: RecordingFacts.Ending.Reason
    package var category: ErrorCategory {
        switch reason {
        // This case does not occur, because the initializer returns nil for it.
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
