import ArgumentParser
import Replay

/// Which sounds `replay record` takes.
struct SoundOptions: ParsableArguments {
    @Option(help: "The sounds to record, each as a track of its own.")
    var audio = SoundChoice.app

    @Option(help: "Of application sound only this application’s: its name, its program or its process id.")
    var app: String?

    @Option(help: "The microphone: its name or a part of what “replay sources” calls it; implies --audio mic or both.")
    var mic: String?

    func apply(to configuration: inout RecordingConfiguration) {
        configuration.sounds = audio.sounds
        if app != nil, !configuration.sounds.contains(.application) { configuration.sounds.insert(.application, at: 0) }
        if mic != nil, !configuration.sounds.contains(.microphone) { configuration.sounds.append(.microphone) }
        configuration.application = app
        configuration.microphone = mic
    }
}
