import ReplayControl
package import ReplayLibrary

/// The state of a recording in one or two words. For a recording that ended early, it is the reason.
package struct RecordingState {
    package let label: String
    /// The name of a `Recording.State`, or “redacting” for a recording whose movie is being rewritten.
    let name: String

    package init(_ recording: Recording) {
        let state = recording.state()
        let reason = state == .finished ? recording.facts.ending?.reason : nil
        name = state == .recording && recording.hasUnfinishedRedaction ? "redacting" : state.rawValue
        label = reason.map { Self.label($0) } ?? name
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
