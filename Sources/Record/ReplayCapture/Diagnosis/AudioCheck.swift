package import ReplaySources

/// The results of checking the audio server. A pure value.
package struct AudioCheck: Sendable {
    /// The reason why the server does not answer, or nil.
    var failure: String?
    var inventory = PulseInventory()
    /// The error that prevents recording from the server, or nil.
    var idleness: CaptureError?

    /// The maximum time until recording begins.
    private static let startLimit = Duration.seconds(3)

    /// Queries the audio server and waits for its answer.
    /// - Parameter server: The server, as in `$PULSE_SERVER`. Nil uses that variable, or else the user's own server.
    package static func run(server: String? = nil) -> AudioCheck {
        do throws(CaptureError) {
            let inventory = try PulseInventory.query(server: server)
            return AudioCheck(
                inventory: inventory, idleness: inventory.sinks.isEmpty ? nil : whyIdle(server: server))
        } catch {
            return AudioCheck(failure: error.reason)
        }
    }

    /// Starts a recording of the played audio and ends it at once, because a server may have sources that deliver nothing.
    private static func whyIdle(server: String?) -> CaptureError? {
        do throws(CaptureError) {
            try AudioCapture.open([.everything], server: server, limit: startLimit) { _, _ in }.close()
            return nil
        } catch {
            return error
        }
    }

    package var findings: [Diagnosis.Finding] {
        if let failure {
            return [
                .broken(
                    "audio", found: failure,
                    remedy: "install pipewire-pulse or pulseaudio, or record without audio: replay record --audio none")
            ]
        }
        return [audio, microphone]
    }

    private var audio: Diagnosis.Finding {
        guard let sink = inventory.sinks.first(where: { $0.name == inventory.defaultSink }) ?? inventory.sinks.first
        else {
            return .broken(
                "audio", found: "the audio server has no output, so there is no application audio to record",
                remedy: "connect one, or create one: pactl load-module module-null-sink (package pulseaudio-utils)")
        }
        if let idleness {
            return .broken("audio", found: idleness.reason, remedy: idleness.remedy ?? "restart the audio server")
        }
        return .ok("audio", found: "“\(sink.monitor)”, the audio played to “\(sink.name)”")
    }

    private var microphone: Diagnosis.Finding {
        guard let preferred = inventory.preferredMicrophone else {
            return .warning(
                "microphone", found: "the audio server has no microphone", remedy: "connect one to record your voice")
        }
        let others = inventory.microphones.count - 1
        let more = others == 0 ? "" : ", and \(others) more"
        return .ok("microphone", found: "“\(preferred.name)” (\(preferred.description))\(more)")
    }
}
