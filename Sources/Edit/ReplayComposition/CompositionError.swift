public import AudioSources
public import ReplayErrors

/// An error that occurs while frames or audio of an edit are composed.
public enum CompositionError: CategorizedError {
    /// No frame could be decoded where the edit shows one.
    case noFrame
    /// The recording has no such audio track.
    case noAudio(AudioSource)

    /// The category of the failure.
    public var category: ErrorCategory {
        switch self {
        case .noFrame: .badData
        case .noAudio: .noInput
        }
    }

    /// A description of the failure for the user: a sentence without a full stop.
    public var description: String {
        switch self {
        case .noFrame: "no frame of the recording can be decoded there"
        case .noAudio(.application): "the recording has no application audio"
        case .noAudio(.microphone): "the recording has no microphone audio"
        }
    }
}
