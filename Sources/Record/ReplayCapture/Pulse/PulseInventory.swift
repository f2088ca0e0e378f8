package import ReplaySources

/// The devices of the audio server and the programs that play, at one instant.
package struct PulseInventory {
    /// An output. Its monitor records what is played to it.
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

    /// A playback stream of a program.
    struct Playback {
        var index: UInt32
        var sink: UInt32
        var application: AudioApplication
        /// True if the playback is paused (corked).
        var isPaused = false
    }

    /// The server's name for itself, such as “PulseAudio (on PipeWire 1.0.5)”.
    var server = ""
    var defaultSink = ""
    var defaultSource = ""
    var sinks: [Sink] = []
    var sources: [Source] = []
    var playbacks: [Playback] = []

    /// Returns the current targets of a source: one device, or the playback streams of an application, of which there
    /// may be none.
    /// - Throws: `noAudioSource` if the server has no such device.
    func targets(for source: AudioInput) throws(CaptureError) -> Set<AudioTarget> {
        switch source {
        case .application(matching: nil): [try monitorOfDefaultSink()]
        case .application(matching: let name?): playbacks(of: name)
        case .microphone(named: nil): [.device(try defaultMicrophone().name)]
        case .microphone(named: let name?): [.device(try microphone(name).name)]
        }
    }

    /// Returns true if the source should deliver samples now, even silence: it is an input, or a program plays that is
    /// not paused.
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

    /// The inputs that are not monitors of outputs.
    var microphones: [Source] { sources.filter { !$0.isMonitor } }

    /// The microphone used if none is named: the default input, or else the first one.
    var preferredMicrophone: Source? {
        microphones.first { $0.name == defaultSource } ?? microphones.first
    }

    private func monitorOfDefaultSink() throws(CaptureError) -> AudioTarget {
        guard let sink = sinks.first(where: { $0.name == defaultSink }) ?? sinks.first else {
            throw CaptureError(
                .noAudioSource, reason: "the audio server has no output, so there is no application audio to record")
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
                .noAudioSource, reason: "the audio server has no microphone",
                remedy: "connect one, or record without a microphone")
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
            reason: "there is no microphone “\(name)”",
            remedy: there.isEmpty ? "the audio server has none: connect one" : "the microphones are: \(there)")
    }
}

extension PulseInventory {
    /// Queries the audio server for its inventory and waits for the answer.
    /// - Parameter server: The server, as in `$PULSE_SERVER`. Nil uses that variable, or else the user's own server.
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
    /// The available microphones.
    package var microphoneDevices: [AudioDevice] {
        let preferred = preferredMicrophone?.name
        return microphones.map {
            AudioDevice(name: $0.name, description: $0.description, isDefault: $0.name == preferred)
        }
    }

    /// The programs that play now, without duplicates.
    package var playingApplications: [AudioApplication] {
        var seen: Set<AudioApplication> = []
        return playbacks.map(\.application).filter { seen.insert($0).inserted }
    }
}
