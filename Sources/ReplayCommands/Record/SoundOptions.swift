import ArgumentParser
import Replay

/// Which sounds `replay record` takes.
struct SoundOptions: ParsableArguments {
    @Option(help: "The sounds, each a track of its own. Default: app.")
    var audio: SoundChoice?

    @Option(help: "Record only this application’s audio: its name, program or process id.")
    var app: String?

    @Flag(help: "Begin though the application of --app plays no audio yet.")
    var wait = false

    @Option(help: "The microphone: its name or a part of what “replay sources” calls it; implies --audio mic or both.")
    var mic: String?

    @Flag(help: "Write both sounds mixed as a track too.")
    var mix = false

    /// - Parameter resumed: the recording that is gone on with; nil: it is a new one.
    /// - Throws: `RecorderError.Kind.invalid` where it has no track for what is asked for; what hinders its movie from being
    ///   read.
    func apply(to configuration: inout RecordingConfiguration, resumed: Recording?) throws {
        let former = try resumed?.soundKinds()
        if let resumed, let former { try check(resumed, has: former) }
        configuration.sounds = audio?.sounds ?? former ?? SoundChoice.app.sounds
        if app != nil, !configuration.sounds.contains(.application) { configuration.sounds.insert(.application, at: 0) }
        if mic != nil, !configuration.sounds.contains(.microphone) { configuration.sounds.append(.microphone) }
        configuration.waitsForApplication = wait
        configuration.hasMix = mix
        configuration.application = app
        configuration.microphone = mic
    }

    func validate() throws {
        if wait, app == nil { throw ValidationError("--wait waits for the application of --app, and there is none") }
    }

    private func check(_ resumed: Recording, has former: [SoundKind]) throws(RecorderError) {
        let wanted =
            (audio?.sounds ?? []) + (app == nil ? [] : [SoundKind.application]) + (mic == nil ? [] : [.microphone])
        guard let missing = wanted.first(where: { !former.contains($0) }) else { return }
        let there = former.isEmpty ? "no audio" : former.map(\.words).joined(separator: " and ")
        throw RecorderError(
            .invalid,
            "“\(resumed.displayName)” was recorded with \(there): \(missing.words) cannot be added to it; begin a new recording"
        )
    }
}

extension SoundKind {
    fileprivate var words: String { self == .application ? "application audio" : "the microphone" }
}
