import ReplayControl
package import ReplayLibrary

/// What a recording is, in a word or two: for one that ended otherwise than it was asked to, why.
package struct RecordingState {
    package let label: String
    /// One of `Recording.State`, or “redacting”: the movie of that is written, too, but by nobody who records.
    let name: String

    package init(_ recording: Recording) {
        let state = recording.state
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
