/// A choice of audio tracks, as commands and job files write it.
package enum AudioChoice: String, CaseIterable, Sendable {
    /// The audio that programs play.
    case app
    /// The audio from the microphone.
    case mic
    /// Application audio and microphone, each in a track of its own.
    case both
    /// No audio.
    case none

    /// The sources whose audio is recorded.
    package var sources: [AudioSource] {
        switch self {
        case .app: [.application]
        case .mic: [.microphone]
        case .both: [.application, .microphone]
        case .none: []
        }
    }
}
