package import ArgumentParser
package import AudioSources
import MediaTime
package import ReplayControl
package import ReplayLibrary

/// The options for the audio tracks of `replay record`.
package struct AudioOptions: ParsableArguments {
    @Option(help: "The audio to record, each source in its own track. Default: app.")
    package var audio: AudioChoice?

    @Option(
        help: "Record only this application’s audio: its name, program or process id.", completion: .applications)
    package var app: String?

    @Flag(help: "Wait until the application of --app plays audio.")
    package var wait = false

    @Option(
        help: "The microphone: its name in “replay sources”, or a part of it. Implies --audio mic or both.",
        completion: .microphones)
    package var mic: String?

    @Flag(inversion: .prefixedNo, help: "Also record the mix of both audio sources in a track. Default: on.")
    package var mix: Bool?

    /// Sets the audio of a configuration.
    /// - Parameters:
    ///   - resumed: The recording to resume, or nil for a new one.
    ///   - former: The audio tracks of that recording.
    /// - Throws: `RecorderError.Kind.invalid` if that recording has no track for a requested source.
    package func apply(
        to configuration: inout RecordingConfiguration, resumed: Recording?, with former: [AudioSource]?
    ) throws(RecorderError) {
        if let resumed, let former { try check(resumed, has: former) }
        configuration.audio = audio?.sources ?? former ?? AudioChoice.app.sources
        if app != nil, !configuration.audio.contains(.application) { configuration.audio.insert(.application, at: 0) }
        if mic != nil, !configuration.audio.contains(.microphone) { configuration.audio.append(.microphone) }
        configuration.waitsForApplication = wait
        configuration.hasMix = mix
        configuration.application = app
        configuration.microphone = mic
    }

    package func validate() throws {
        if audio == AudioChoice.none, let source = mic.map({ _ in "--mic" }) ?? app.map({ _ in "--app" }) {
            throw ValidationError("--audio none contradicts \(source); give one of them")
        }
        if wait, app == nil { throw ValidationError("--wait requires --app") }
    }

    private func check(_ resumed: Recording, has former: [AudioSource]) throws(RecorderError) {
        let wanted =
            (audio?.sources ?? []) + (app == nil ? [] : [AudioSource.application]) + (mic == nil ? [] : [.microphone])
        guard let missing = wanted.first(where: { !former.contains($0) }) else { return }
        let there = former.isEmpty ? "no audio" : former.map(\.words).joined(separator: " and ")
        throw RecorderError(
            .invalid,
            description: "“\(resumed.displayName)” was recorded with \(there): \(missing.words) cannot be added to it; "
                + "begin a new recording")
    }

    package init() {}
}

extension AudioSource {
    fileprivate var words: String { self == .application ? "application audio" : "the microphone" }
}
