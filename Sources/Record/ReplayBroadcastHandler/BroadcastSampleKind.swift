/// The kind of a sample buffer.
public enum BroadcastSampleKind: String, Codable, CaseIterable, Sendable {
    /// A frame of the screen.
    case video
    /// Audio that programs play.
    case applicationAudio
    /// Audio from the microphone.
    case microphone
}
