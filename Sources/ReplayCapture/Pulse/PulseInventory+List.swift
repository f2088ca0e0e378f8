public import ReplaySources

extension AudioDevice {
    /// The microphones that there are. Waits for the audio server's answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `noAudioServer`, `outOfResources.
    public static func microphones(server: String? = nil) throws(CaptureError) -> [AudioDevice] {
        let inventory = try PulseInventory.query(server: server)
        let preferred = inventory.preferredMicrophone?.name
        return inventory.microphones.map {
            AudioDevice(name: $0.name, description: $0.description, isDefault: $0.name == preferred)
        }
    }
}

extension AudioApplication {
    /// The programs that play now, each once. Waits for the audio server's answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `noAudioServer`, `outOfResources.
    public static func playing(server: String? = nil) throws(CaptureError) -> [AudioApplication] {
        var seen: Set<AudioApplication> = []
        return try PulseInventory.query(server: server).playbacks.map(\.application).filter { seen.insert($0).inserted }
    }
}
