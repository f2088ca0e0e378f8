package import ReplaySources

extension PulseInventory {
    /// The microphones that there are.
    package var microphoneDevices: [AudioDevice] {
        let preferred = preferredMicrophone?.name
        return microphones.map {
            AudioDevice(name: $0.name, description: $0.description, isDefault: $0.name == preferred)
        }
    }

    /// The programs that play now, each once.
    package var playingApplications: [AudioApplication] {
        var seen: Set<AudioApplication> = []
        return playbacks.map(\.application).filter { seen.insert($0).inserted }
    }
}
