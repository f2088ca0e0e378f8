/// A microphone of the audio server.
public struct AudioDevice: Codable, Hashable, Sendable {
    /// By which it is known exactly, such as “alsa_input.pci-0000_00_1f.3.analog-stereo”.
    public var name: String
    /// What people call it, such as “Built-in Audio Analog Stereo”.
    public var description: String
    /// Whether it is the one that is recorded where none is named.
    public var isDefault: Bool

    /// The microphones that there are. Waits for the audio server's answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `RecorderError.Kind.unavailable` where there is no audio server.
    public static func microphones(server: String? = nil) throws(RecorderError) -> [AudioDevice] {
        let inventory = try PulseInventory.ask(server: server)
        let preferred = inventory.preferredMicrophone?.name
        return inventory.microphones.map {
            AudioDevice(name: $0.name, description: $0.description, isDefault: $0.name == preferred)
        }
    }
}
