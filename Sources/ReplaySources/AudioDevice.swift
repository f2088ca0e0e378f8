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
