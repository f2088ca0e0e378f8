import ReplayControl
package import ReplayLibrary
import ReplaySources

/// What a recording is, in a word or two: for one that ended otherwise than it was asked to, why.
package struct RecordingState {
    package let label: String

    package init(_ recording: Recording) {
        let state = recording.state
        let reason = state == .finished ? recording.facts.ending?.reason : nil
        label = reason.map { Self.label($0) } ?? state.rawValue
    }

    package static func label(_ reason: RecordingFacts.Ending.Reason) -> String {
        switch reason {
        case .requested: "finished"
        case .ownerLost: "program lost"
        case .terminated: "terminated"
        case .displayLost: "display lost"
        case .audioLost: "audio lost"
        case .cameraLost: "camera lost"
        case .windowClosed: "window closed"
        case .sharingEnded: "sharing ended"
        case .diskFailed: "disk failed"
        case .interrupted: "interrupted"
        case .failed: "failed"
        }
    }
}
