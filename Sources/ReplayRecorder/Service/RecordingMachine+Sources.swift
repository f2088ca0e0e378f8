import ReplayCapture
import ReplayRecording

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
        case .resized(let size): self = .sourceChanged(.resized, detail: "\(size.width)x\(size.height)")
        case .windowHidden: self = .windowHidden
        case .windowShown: self = .windowShown
        case .windowClosed: self = .windowClosed
        }
    }
}
