package import ReplayLibrary

/// Where audio comes from.
package enum AudioInput: Hashable, Sendable {
    /// What programs play, in stereo.
    ///
    /// nil: everything, by the monitor of the default sink, whichever that is at the time. Otherwise what one
    /// application plays, now or later, known by its name, its program's name (both in any case) or its process id.
    case application(matching: String?)
    /// An input, in mono.
    ///
    /// nil: the default source; if that is a monitor of a sink, the first one that is not. Otherwise the source with
    /// that name, or else the first microphone whose description has it as a part, in any case.
    case microphone(named: String?)

    /// What programs play: everything.
    package static var everything: AudioInput { .application(matching: nil) }
    /// The default microphone.
    package static var defaultMicrophone: AudioInput { .microphone(named: nil) }

    package var kind: AudioSource {
        switch self {
        case .application: .application
        case .microphone: .microphone
        }
    }

    /// How many samples belong to one instant.
    package var channels: Int { kind.channels }
}

/// A microphone of the audio server.
public struct AudioDevice: Codable, Hashable, Sendable {
    /// By which it is known exactly, such as “alsa_input.pci-0000_00_1f.3.analog-stereo”.
    public var name: String
    /// What people call it, such as “Built-in Audio Analog Stereo”.
    public var description: String
    /// Whether it is the one that is recorded where none is named.
    public var isDefault: Bool

    package init(name: String, description: String, isDefault: Bool) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
    }
}
