import ArgumentParser
import Replay

/// Which sounds `replay record` takes.
enum SoundChoice: String, ExpressibleByArgument, CaseIterable {
    case app, mic, both, none

    var sounds: [SoundKind] {
        switch self {
        case .app: [.application]
        case .mic: [.microphone]
        case .both: [.application, .microphone]
        case .none: []
        }
    }
}
