import ReplayControl

extension RecordingMachine.Event {
    /// What a request for a change is to the machine; nil for one that asks for none.
    init?(_ request: ControlRequest) {
        switch request.request {
        case .pause: self = .pauseRequested
        case .resume: self = .resumeRequested
        case .mute: self = .muteRequested
        case .unmute: self = .unmuteRequested
        case .cover: self = .coverRequested
        case .uncover: self = .uncoverRequested
        case .mark: self = .markRequested(request.name)
        case .stop: self = .stopRequested
        case .discard: self = .discardRequested
        case .status, .watch: return nil
        }
    }
}
