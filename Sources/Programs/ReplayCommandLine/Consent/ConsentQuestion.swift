import MediaTime
package import ReplayControl
import ReplayLibrary

/// The question to a user at the terminal about the sources of a recording. A pure value, except `ask()`.
package struct ConsentQuestion {
    /// The answer of a user.
    package enum Answer: Equatable {
        case all, withoutExtras, nothing
        /// The typed text, which is not a valid answer.
        case unclear(String)
    }

    private let sources: [RecordingSource]
    /// The sources that can be refused separately: microphone, camera, pointer and shortcuts.
    private let extras: [RecordingSource]
    /// The title of the window to record, or nil.
    private let windowTitle: String?

    private static let maxEchoLength = 40

    /// - Parameters:
    ///   - sources: All sources of the recording.
    ///   - windowTitle: The title of the window among them, or nil if unknown.
    package init(_ sources: [RecordingSource], windowTitle: String? = nil) {
        self.sources = sources
        self.windowTitle = windowTitle
        extras = sources.filter { [.microphone, .camera, .pointer, .keys].contains($0.kind) }
    }

    /// Asks until the answer is clear.
    /// - Returns: Nil if nothing may be recorded.
    package func ask() -> Consent? {
        Terminal.say("Replay is about to record \(names(of: sources)). The answer is valid for 8 minutes.")
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

    /// The text of the prompt. The capital letter is the answer of the Enter key.
    package var prompt: String {
        extras.isEmpty ? "Record? [Y/n] " : "Record? [Y/n/w] (w: without \(names(of: extras))) "
    }

    /// Parses an answer.
    /// - Parameter line: The typed line, or nil if the input has ended.
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

    /// Returns a list such as “the screen, application audio and the microphone”.
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
        case (.keys, _): "shortcuts such as Ctrl+S (never text)"
        default: "the \(source)"
        }
    }
}
