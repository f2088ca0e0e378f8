package import AudioSources

/// An audio source to capture.
package enum AudioInput: Hashable, Sendable {
    /// The audio that applications play, in stereo.
    ///
    /// If nil, everything, from the monitor of the current default sink. Otherwise the audio of one application, now or
    /// later, by its name, its program's name (both in any case) or its process id.
    case application(matching: String?)
    /// An input of the audio server, in mono.
    ///
    /// If nil, the default source; if that is a monitor of a sink, the first source that is not. Otherwise the source
    /// with that name, or else the first microphone whose description contains it, in any case.
    case microphone(named: String?)

    /// The audio of all applications.
    package static var everything: AudioInput { .application(matching: nil) }
    /// The default microphone.
    package static var defaultMicrophone: AudioInput { .microphone(named: nil) }

    package var kind: AudioSource {
        switch self {
        case .application: .application
        case .microphone: .microphone
        }
    }

    /// The number of channels.
    package var channels: Int { kind.channels }
}

/// A microphone of the audio server.
public struct AudioDevice: Codable, Hashable, Sendable {
    /// The unique name, such as “alsa_input.pci-0000_00_1f.3.analog-stereo”.
    public var name: String
    /// The name for people, such as “Built-in Audio Analog Stereo”.
    public var description: String
    /// True if this device is recorded when no device is named.
    public var isDefault: Bool

    package init(name: String, description: String, isDefault: Bool) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
    }
}
