import AudioSources
import ReplayBroadcast
import ReplayControl
import ReplayLibrary
import ReplaySources

extension BroadcastSetup.Facts {
    /// Creates the facts of a recording that has not begun.
    init(new configuration: RecordingConfiguration) {
        self.init()
        (name, framesPerSecond) = (configuration.name, configuration.framesPerSecond)
        audio = configuration.audio.map { $0 == .application ? "app" : "mic" }
        if let size = Self.size(of: configuration) { (width, height) = (size.width, size.height) }
    }

    /// Creates the facts of a recording in progress.
    init(running: Recording) async {
        self.init()
        (name, recording) = (running.displayName, "\(running.id)")
        // The broadcast itself reports a recorder that does not answer.
        guard let recorder = try? await ScreenRecorder.attach(to: running) else { return }
        for await case .status(let status) in recorder.events {
            let kinds = Set((status.sources ?? []).map(\.kind))
            audio = (kinds.contains(.applicationAudio) ? ["app"] : []) + (kinds.contains(.microphone) ? ["mic"] : [])
            return
        }
    }

    /// Returns the size of the recording; nil if it is known only when the recording begins.
    private static func size(of configuration: RecordingConfiguration) -> (width: Int, height: Int)? {
        if case .rectangle(_, _, let width, let height) = configuration.target { return (width, height) }
        // The recorder reports a display that cannot be used.
        guard let monitors = try? ScreenMonitor.list(display: configuration.display), !monitors.isEmpty else {
            return nil
        }
        switch configuration.target {
        case .screen:
            let width = monitors.map { $0.x + $0.width }.max() ?? 0
            return (width, monitors.map { $0.y + $0.height }.max() ?? 0)
        case .monitor(let name):
            let found = monitors.enumerated().first { $0.element.name == name || "\($0.offset + 1)" == name }?.element
            return found.map { ($0.width, $0.height) }
        default: return nil
        }
    }
}
