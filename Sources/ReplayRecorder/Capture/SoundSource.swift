/// Where sound comes from.
package enum SoundSource: Hashable, Sendable {
    /// What programs play: the monitor of the default sink, in stereo.
    case application
    /// The default source, in mono; if that is a monitor of a sink, the first one that is not.
    case microphone
    /// A source of the sound server by its name, with 1...32 channels.
    case named(String, channels: Int)

    /// How many samples belong to one instant.
    package var channels: Int {
        switch self {
        case .application: 2
        case .microphone: 1
        case .named(_, let channels): channels
        }
    }
}
