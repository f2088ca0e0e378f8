import Glibc
package import ReplayControl
import ReplayLibrary

/// Lets a recording through that its user has allowed.
package enum ConsentGate {
    /// Leaves out of `configuration` what the user does not want, and states the consent in it.
    /// - Parameter isGiven: whether the command line gave it.
    /// - Throws: `RecorderError.Kind.forbidden` where nothing may be recorded, or nobody can be asked.
    package static func pass(_ configuration: inout RecordingConfiguration, isGiven: Bool) throws(RecorderError) {
        // Nobody is asked for what is forbidden anyway; the recorder asks the policy once more.
        try RecordingPolicy.check(configuration)
        if !isGiven { configuration.leaveOut(try refused(of: configuration)) }
        configuration.hasConsent = true
    }

    private static func refused(of configuration: RecordingConfiguration) throws(RecorderError) -> [RecordingSource] {
        // What is seen comes first; the desktop asks about that on its own.
        let sources = Array(configuration.sources.dropFirst(configuration.isAskedByDesktop ? 1 : 0))
        guard !sources.isEmpty else { return [] }
        // Without it, each recording asks.
        let file = try? ConsentFile()
        if let known = file?.read(), known.answers(sources, at: .now) {
            let refused = known.refused(of: sources)
            for kind in refused.map(\.kind.rawValue) {
                Terminal.say(
                    "replay: without the \(kind), as you answered less than 8 minutes ago; --consent takes it")
            }
            return refused
        }
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw RecorderError(
                .forbidden, "nobody can be asked whether to record, for this is no terminal; --consent answers for you")
        }
        guard let answer = ConsentQuestion(sources, windowTitle: configuration.windowTitle).ask() else {
            throw RecorderError(.forbidden, "not recording: consent was refused")
        }
        // Where it cannot be kept, the next recording asks again.
        try? file?.keep(answer)
        return answer.refused
    }
}

extension RecordingConfiguration {
    private static let maxTitleLength = 60

    /// The title of the window that it takes, for its user's eyes alone; nil where there is none, or it takes none. A window
    /// that cannot be found is told of by the recorder.
    fileprivate var windowTitle: String? {
        guard case .window(let id) = target,
            let title = try? ScreenWindows.find(matching: "\(id)", display: display).title, !title.isEmpty
        else { return nil }
        return title.count > Self.maxTitleLength ? title.prefix(Self.maxTitleLength) + "…" : title
    }
}
