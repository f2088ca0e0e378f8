/// Which of the sounds are meant, in a word: as commands and job files take it.
public enum SoundChoice: String, CaseIterable, Sendable {
    /// What programs play.
    case app
    /// What the microphone hears.
    case mic
    /// Both, each in a track of its own.
    case both
    /// Neither.
    case none

    /// The sounds themselves.
    public var sounds: [SoundKind] {
        switch self {
        case .app: [.application]
        case .mic: [.microphone]
        case .both: [.application, .microphone]
        case .none: []
        }
    }
}
