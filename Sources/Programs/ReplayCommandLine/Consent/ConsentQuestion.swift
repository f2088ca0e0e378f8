import MediaTime
package import ReplayControl
import ReplayLibrary

/// Asks a person at the terminal whether just this may be recorded. A pure value but for `ask()`.
package struct ConsentQuestion {
    /// What a person answered.
    package enum Answer: Equatable {
        case all, withoutExtras, nothing
        /// What was typed, which is no answer.
        case unclear(String)
    }

    private let sources: [RecordingSource]
    /// Microphone, camera and pointer, without which there is a recording too.
    private let extras: [RecordingSource]
    /// Of the window that is to be recorded.
    private let windowTitle: String?

    private static let maxEchoLength = 40

    /// - Parameters:
    ///   - sources: all that is to be recorded.
    ///   - windowTitle: that of the window among them, where known.
    package init(_ sources: [RecordingSource], windowTitle: String? = nil) {
        self.sources = sources
        self.windowTitle = windowTitle
        extras = sources.filter { [.microphone, .camera, .pointer].contains($0.kind) }
    }

    /// - Returns: nil where nothing may be recorded.
    package func ask() -> Consent? {
        Terminal.say("Replay is about to record \(names(of: sources)). The answer holds for 8 minutes.")
        while true {
            Terminal.prompt(prompt)
            switch answer(readLine()) {
            case .all: return Consent(allowed: sources, at: .now)
            case .withoutExtras:
                return Consent(allowed: sources.filter { !extras.contains($0) }, refused: extras, at: .now)
            case .nothing: return nil
            case .unclear(let text): Terminal.say(complaint(about: text))
            }
        }
    }

    /// What is asked; the capital letter is what Enter means.
    package var prompt: String {
        extras.isEmpty ? "Record? [Y/n] " : "Record? [Y/n/w] (w: without \(names(of: extras))) "
    }

    /// - Parameter line: what was typed; nil: the input has ended.
    package func answer(_ line: String?) -> Answer {
        guard let line else { return .nothing }
        let word = line.filter { !$0.isWhitespace }.lowercased()
        switch word {
        case "", "y", "yes": return .all
        case "n", "no", "q", "quit": return .nothing
        case "w" where !extras.isEmpty, "without" where !extras.isEmpty: return .withoutExtras
        default: return .unclear(line)
        }
    }

    private func complaint(about text: String) -> String {
        let shown = text.printable
        let echo = shown.count > Self.maxEchoLength ? shown.prefix(Self.maxEchoLength) + "…" : shown
        return "“\(echo)” is not understood: type y for yes\(extras.isEmpty ? "" : ", w") or n for no; Enter means yes"
    }

    /// Such as “the screen, application audio and the microphone”.
    private func names(of sources: [RecordingSource]) -> String {
        let names = sources.map { phrase(for: $0).printable }
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private func phrase(for source: RecordingSource) -> String {
        switch (source.kind, source.detail) {
        case (.window, let id?): "the window " + (windowTitle.map { "“\($0)” (\(id))" } ?? id)
        case (.area, let area?): "the area \(area) of the screen"
        case (.applicationAudio, nil): "application audio"
        case (.applicationAudio, let name?): "the audio of “\(name)”"
        case (.microphone, let name?): "the microphone “\(name)”"
        case (.pointer, _): "the positions and clicks of the pointer"
        default: "the \(source)"
        }
    }
}
