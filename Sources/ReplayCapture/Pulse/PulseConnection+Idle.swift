import CPulse
import ReplaySources

extension PulseConnection {
    /// What is to be said of a server that has sources and records from none of them.
    /// - Parameter server: what it calls itself.
    static func idle(_ server: String) -> CaptureError {
        let reason =
            isPipeWire(server)
            ? "PipeWire connects no source: it has no session manager. Start one (systemctl --user start wireplumber), or "
            : "The audio server begins no recording. Restart it, or "
        return CaptureError(.audioRefused, reason + "record without audio: --audio none.")
    }

    /// What is to be said of one that does not answer at all.
    static var silent: CaptureError {
        CaptureError(.noAudioServer, "The audio server does not answer. Restart it, or record without: --audio none.")
    }

    private static func isPipeWire(_ server: String) -> Bool { server.lowercased().contains("pipewire") }

    /// Whether the last request took the server too long.
    var hasTimedOut: Bool { pa_context_errno(context) == Int32(PA_ERR_TIMEOUT.rawValue) }
}
