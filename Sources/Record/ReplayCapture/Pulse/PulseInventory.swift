package import ReplaySources

/// What the audio server has at one instant: devices, and programs that play.
package struct PulseInventory {
    /// An output; what is played there can be had from its monitor.
    struct Sink {
        var index: UInt32
        package var name: String
        var monitor: String
    }

    /// An input.
    struct Source {
        package var name: String
        package var description: String
        var isMonitor: Bool
    }

    /// An audio track that a program plays.
    struct Playback {
        var index: UInt32
        var sink: UInt32
        var application: AudioApplication
        /// Whether it rests, as a player does that is paused.
        var isPaused = false
    }

    /// What the server calls itself, such as “PulseAudio (on PipeWire 1.0.5)”.
    var server = ""
    var defaultSink = ""
    var defaultSource = ""
    var sinks: [Sink] = []
    var sources: [Source] = []
    var playbacks: [Playback] = []

    /// What to record now for a source: one target, or those of an application, of which there may be none.
    /// - Throws: `noAudioSource`.
    func targets(for source: AudioInput) throws(CaptureError) -> Set<AudioTarget> {
        switch source {
        case .application(matching: nil): [try monitorOfDefaultSink()]
        case .application(matching: let name?): playbacks(of: name)
        case .microphone(named: nil): [.device(try defaultMicrophone().name)]
        case .microphone(named: let name?): [.device(try microphone(name).name)]
        }
    }

    /// Whether something comes of a source now, be it silence: it is an input, or a program plays that is not paused.
    func hasAudio(for source: AudioInput) -> Bool {
        switch source {
        case .application(matching: nil):
            (sinks.first { $0.name == defaultSink } ?? sinks.first).map { sink in
                playbacks.contains { $0.sink == sink.index && !$0.isPaused }
            } ?? false
        case .application(matching: let name?):
            playbacks.contains { $0.application.isMatched(by: name) && !$0.isPaused }
        case .microphone: true
        }
    }

    /// Inputs that are no monitors of outputs.
    var microphones: [Source] { sources.filter { !$0.isMonitor } }

    /// The microphone that is taken where none is named: the default input, or else the first.
    var preferredMicrophone: Source? {
        microphones.first { $0.name == defaultSource } ?? microphones.first
    }

    private func monitorOfDefaultSink() throws(CaptureError) -> AudioTarget {
        guard let sink = sinks.first(where: { $0.name == defaultSink }) ?? sinks.first else {
            throw CaptureError(
                .noAudioSource, "the audio server has no output, so there is no audio of programs to record")
        }
        return .device(sink.monitor)
    }

    private func playbacks(of application: String) -> Set<AudioTarget> {
        let monitors = Dictionary(sinks.map { ($0.index, $0.monitor) }) { first, _ in first }
        return Set(
            playbacks.compactMap { playback in
                guard playback.application.isMatched(by: application), let monitor = monitors[playback.sink]
                else { return nil }
                return .playback(playback.index, monitor: monitor)
            })
    }

    private func defaultMicrophone() throws(CaptureError) -> Source {
        guard let microphone = preferredMicrophone else {
            throw CaptureError(
                .noAudioSource, "the audio server has no microphone", remedy: "connect one, or record without it")
        }
        return microphone
    }

    private func microphone(_ name: String) throws(CaptureError) -> Source {
        if let source = sources.first(where: { $0.name == name }) { return source }
        let wanted = name.lowercased()
        if !wanted.isEmpty, let source = microphones.first(where: { $0.description.lowercased().contains(wanted) }) {
            return source
        }
        let there = microphones.map { "“\($0.name)” (\($0.description))" }.joined(separator: ", ")
        throw CaptureError(
            .noAudioSource,
            "there is no microphone “\(name)”",
            remedy: there.isEmpty ? "the audio server has none: connect one" : "there are: \(there)")
    }
}

extension PulseInventory {
    /// Asks the audio server what it has, and waits for the answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    package static func query(server: String?) throws(CaptureError) -> PulseInventory {
        let loop = try PulseLoop()
        return try loop.locked { () throws(CaptureError) in
            let connection = try PulseConnection(loop, server: server) { loop.signal() }
            while true {
                if let failure = connection.failure { throw failure }
                if let inventory = connection.takeInventory() { return inventory }
                loop.wait()
            }
        }
    }
}

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
