import Glibc
package import ReplayControl
import ReplayLibrary

/// The check that a user has allowed a recording.
package enum ConsentGate {
    /// Removes refused sources from `configuration` and sets its consent.
    /// - Parameter isGiven: True if the command line gives the consent.
    /// - Throws: `RecorderError.Kind.forbidden` if nothing may be recorded, or if nobody can be asked.
    package static func pass(_ configuration: inout RecordingConfiguration, isGiven: Bool) throws(RecorderError) {
        // A forbidden recording needs no question. The recorder checks the policy again.
        try RecordingPolicy.check(configuration)
        if !isGiven { configuration.leaveOut(try refused(of: configuration)) }
        configuration.hasConsent = true
    }

    private static func refused(of configuration: RecordingConfiguration) throws(RecorderError) -> [RecordingSource] {
        // The screen comes first. A desktop with a portal asks about it itself.
        let sources = Array(configuration.sources.dropFirst(configuration.isAskedByDesktop ? 1 : 0))
        guard !sources.isEmpty else { return [] }
        // Without the file, each recording asks.
        let file = try? ConsentFile()
        if let known = file?.read(), known.answers(sources, at: .now) {
            let refused = known.refused(of: sources)
            for kind in refused.map(\.kind.rawValue) {
                Terminal.say(
                    "replay: recording without the \(kind), which you refused less than 8 minutes ago; --consent includes it"
                )
            }
            return refused
        }
        guard isatty(STDIN_FILENO) == 1, Terminal.isInteractive else {
            throw RecorderError(
                .forbidden,
                description: "cannot ask for consent to record: standard input is not a terminal; --consent gives it")
        }
        guard let answer = ConsentQuestion(sources, windowTitle: configuration.windowTitle).ask() else {
            throw RecorderError(.forbidden, description: "not recording: consent was refused")
        }
        // If the answer cannot be stored, the next recording asks again.
        try? file?.keep(answer)
        return answer.refused
    }
}

extension RecordingConfiguration {
    private static let maxTitleLength = 60

    /// The title of the recorded window, only to be shown to its user. Nil if there is no title, or if no window is
    /// recorded. The recorder reports a window that cannot be found.
    fileprivate var windowTitle: String? {
        guard case .window(let id) = target,
            let title = try? ScreenWindows.find(matching: "\(id)", display: display).title, !title.isEmpty
        else { return nil }
        return title.count > Self.maxTitleLength ? title.prefix(Self.maxTitleLength) + "…" : title
    }
}
