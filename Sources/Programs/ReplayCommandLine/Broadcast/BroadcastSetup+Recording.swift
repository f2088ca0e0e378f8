import AudioSources
import ReplayBroadcast
import ReplayControl
import ReplayLibrary
import ReplaySources

extension BroadcastSetup.Facts {
    /// Creates the facts of a recording that has not begun.
    /// - Throws: `CaptureError` if there is no display, because the user then need not set up anything.
    init(new configuration: RecordingConfiguration, values: [String: String]) throws(CaptureError) {
        self.init()
        self.values = values
        (name, framesPerSecond) = (configuration.name, configuration.framesPerSecond)
        audio = Self.names(of: configuration.audio)
        if let size = try Self.size(of: configuration) { (width, height) = (size.width, size.height) }
    }

    static func names(of sources: [AudioSource]) -> [String] { sources.map { $0 == .application ? "app" : "mic" } }

    /// Creates the facts of a recording in progress.
    init(running: Recording, values: [String: String]) async {
        self.init()
        self.values = values
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
    private static func size(
        of configuration: RecordingConfiguration
    ) throws(CaptureError) -> (width: Int, height: Int)? {
        // The user chooses in the desktop's dialog, after the set-up.
        guard !configuration.isAskedByDesktop else { return nil }
        let monitors: [ScreenMonitor]
        do throws(CaptureError) {
            monitors = try ScreenMonitor.list(display: configuration.display)
        } catch {
            guard error.code != .noDisplay else { throw error }
            return nil
        }
        if case .rectangle(_, _, let width, let height) = configuration.target { return (width, height) }
        switch configuration.target {
        case .screen where !monitors.isEmpty:
            let width = monitors.map { $0.x + $0.width }.max() ?? 0
            return (width, monitors.map { $0.y + $0.height }.max() ?? 0)
        case .monitor(let name):
            let found = monitors.enumerated().first { $0.element.name == name || "\($0.offset + 1)" == name }?.element
            return found.map { ($0.width, $0.height) }
        default: return nil
        }
    }
}
