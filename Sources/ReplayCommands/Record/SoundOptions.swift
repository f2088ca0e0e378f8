import ArgumentParser
import Replay

/// Which sounds `replay record` takes.
struct SoundOptions: ParsableArguments {
    @Option(help: "The sounds, each a track of its own. Default: app.")
    var audio: SoundChoice?

    @Option(help: "Of application sound only this application’s: its name, its program or its process id.")
    var app: String?

    @Option(help: "The microphone: its name or a part of what “replay sources” calls it; implies --audio mic or both.")
    var mic: String?

    @Flag(help: "Write both sounds mixed as a track too.")
    var mix = false

    /// - Parameter former: the sounds of the recording that is gone on with; nil: it is a new one.
    func apply(to configuration: inout RecordingConfiguration, former: [SoundKind]?) {
        configuration.sounds = audio?.sounds ?? former ?? SoundChoice.app.sounds
        if app != nil, !configuration.sounds.contains(.application) { configuration.sounds.insert(.application, at: 0) }
        if mic != nil, !configuration.sounds.contains(.microphone) { configuration.sounds.append(.microphone) }
        configuration.hasMix = mix
        configuration.application = app
        configuration.microphone = mic
    }
}
