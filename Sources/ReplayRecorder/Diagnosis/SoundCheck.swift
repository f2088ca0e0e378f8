/// What was heard of the sound server. A pure value.
struct SoundCheck: Sendable {
    /// Why it cannot be asked.
    var failure: String?
    var inventory = PulseInventory()

    /// Asks the sound server. Waits for its answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    static func look(server: String? = nil) -> SoundCheck {
        do throws(RecorderError) {
            return SoundCheck(inventory: try PulseInventory.ask(server: server))
        } catch {
            return SoundCheck(failure: error.description.firstSentence)
        }
    }

    var findings: [Diagnosis.Finding] {
        if let failure {
            return [
                .broken(
                    "sound", failure,
                    remedy: "install pipewire-pulse or pulseaudio, or record without: replay record --audio none")
            ]
        }
        return [sound, microphone]
    }

    private var sound: Diagnosis.Finding {
        guard let sink = inventory.sinks.first(where: { $0.name == inventory.defaultSink }) ?? inventory.sinks.first
        else {
            return .broken(
                "sound", "the sound server has no output, so there is no sound of programs to record",
                remedy: "connect one, or make one: pactl load-module module-null-sink (package pulseaudio-utils)")
        }
        return .ok("sound", "what is played to “\(sink.name)”, from “\(sink.monitor)”")
    }

    private var microphone: Diagnosis.Finding {
        guard let preferred = inventory.preferredMicrophone else {
            return .warning(
                "microphone", "the sound server has no microphone", remedy: "connect one to record your voice")
        }
        let others = inventory.microphones.count - 1
        let more = others == 0 ? "" : ", and \(others) more"
        return .ok("microphone", "“\(preferred.name)” (\(preferred.description))\(more)")
    }
}
