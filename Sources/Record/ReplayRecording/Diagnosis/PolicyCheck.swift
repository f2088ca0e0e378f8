import ReplayControl
import ReplaySources

/// The restrictions of the administrator's policy. A pure value.
struct PolicyCheck: Sendable {
    /// The reason why nothing may be recorded, or nil if recording is allowed.
    var recording: String?
    var microphone: String?
    var camera: String?

    /// Checks the policy for each source.
    static func run() -> PolicyCheck {
        PolicyCheck(
            recording: refusal { $0.audio = [] }, microphone: refusal { $0.audio = [.microphone] },
            camera: refusal { configuration in
                configuration.audio = []
                configuration.camera = CameraInput("/dev/video0")
            })
    }

    private static func refusal(_ change: (inout RecordingConfiguration) -> Void) -> String? {
        var configuration = RecordingConfiguration()
        change(&configuration)
        do throws(RecorderError) {
            try RecordingPolicy.check(configuration)
            return nil
        } catch {
            return error.description
        }
    }

    var findings: [Diagnosis.Finding] {
        let remedy = "ask this machine’s administrator to change \(RecordingPolicy.path)"
        if let recording { return [.broken("policy", found: recording, remedy: remedy)] }
        let refusals = [microphone, camera].compactMap(\.self)
        if refusals.isEmpty { return [.ok("policy", found: "the administrator forbids nothing")] }
        return refusals.map { .warning("policy", found: $0, remedy: remedy) }
    }
}
