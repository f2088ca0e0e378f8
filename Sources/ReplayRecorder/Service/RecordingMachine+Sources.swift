extension RecordingMachine.Event {
    /// What happens to the output.
    init(_ event: OutputEvent) {
        switch event {
        case .failed(let message): self = .outputFailed(message)
        case .encoderFailed(let message): self = .captureFailed(message)
        case .diskFull: self = .diskFull
        }
    }

    /// What happens to what is captured.
    init(_ notice: CaptureNotice) {
        switch notice {
        case .resized(let size):
            self = .sourceChanged(.resized, detail: "\(size.width)x\(size.height)", warning: nil)
        case .windowHidden:
            self = .sourceChanged(
                .windowHidden, detail: nil, warning: "the window is out of sight; its last picture is recorded")
        case .windowShown: self = .sourceChanged(.windowShown, detail: nil, warning: "the window is back in sight")
        case .windowClosed:
            self = .sourceChanged(
                .windowClosed, detail: nil, warning: "the window was closed; its last picture is recorded on")
        }
    }
}
