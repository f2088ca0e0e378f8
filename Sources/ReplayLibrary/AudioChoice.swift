/// Which of the audio tracks are meant, in a word: as commands and job files take it.
public enum AudioChoice: String, CaseIterable, Sendable {
    /// What programs play.
    case app
    /// What the microphone hears.
    case mic
    /// Both, each in a track of its own.
    case both
    /// Neither.
    case none

    /// The audio tracks themselves.
    public var sources: [AudioSource] {
        switch self {
        case .app: [.application]
        case .mic: [.microphone]
        case .both: [.application, .microphone]
        case .none: []
        }
    }
}
