import Glibc
import Replay

/// Lets a recording through that its user has allowed.
enum ConsentGate {
    /// Leaves out of `configuration` what the user does not want, and states the consent in it.
    /// - Parameter isGiven: whether the command line gave it.
    /// - Throws: `RecorderError.Kind.forbidden` where nothing may be recorded, or nobody can be asked.
    static func pass(_ configuration: inout RecordingConfiguration, isGiven: Bool) throws(RecorderError) {
        // Nobody is asked for what is forbidden anyway; the recorder asks the policy once more.
        try RecordingPolicy.check(configuration)
        if !isGiven { configuration.leaveOut(try refused(of: configuration.extras)) }
        configuration.hasConsent = true
    }

    private static func refused(of extras: Set<Consent.Extra>) throws(RecorderError) -> Set<Consent.Extra> {
        let file = try? ConsentFile()
        if let known = file?.read(), known.answers(extras, at: .now) {
            let refused = known.refused.intersection(extras)
            for extra in refused.map(\.rawValue).sorted() {
                Terminal.say(
                    "replay: without the \(extra), as you answered less than 8 minutes ago; --consent takes it")
            }
            return refused
        }
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw RecorderError(
                .forbidden, "nobody can be asked whether to record, for this is no terminal; --consent answers for you")
        }
        guard let answer = ConsentQuestion(extras: extras).ask() else {
            throw RecorderError(.forbidden, "nothing is recorded, as you wished")
        }
        // Where it cannot be kept, the next recording asks again.
        try? file?.keep(answer)
        return answer.refused
    }
}
