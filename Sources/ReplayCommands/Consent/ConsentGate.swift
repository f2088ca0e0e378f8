import Glibc
import Replay

/// Lets a recording through that its user has allowed.
enum ConsentGate {
    /// Leaves out of `configuration` what the user does not want, and states the consent in it.
    /// - Parameter isGiven: whether the command line gave it.
    /// - Throws: `RecorderError.Kind.forbidden` where nothing may be recorded, or nobody can be asked.
    static func pass(_ configuration: inout RecordingConfiguration, isGiven: Bool) throws(RecorderError) {
        let answer = isGiven ? .everything : try answer(for: configuration)
        if answer == .screen {
            configuration.sounds.removeAll { $0 == .microphone }
            configuration.camera = nil
        }
        configuration.hasConsent = true
    }

    private static func answer(for configuration: RecordingConfiguration) throws(RecorderError) -> Consent.Answer {
        let extras =
            (configuration.sounds.contains(.microphone) ? ["microphone"] : [])
            + (configuration.camera == nil ? [] : ["camera"])
        if let known = ConsentFile.current()?.answer, known == .everything || extras.isEmpty { return known }
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw RecorderError(
                .forbidden, "nobody can be asked whether to record, for this is no terminal; --consent answers for you")
        }
        guard let answer = ConsentQuestion(extras: extras).ask() else {
            throw RecorderError(.forbidden, "nothing is recorded, as you wished")
        }
        ConsentFile.keep(Consent(answer))
        return answer
    }
}
