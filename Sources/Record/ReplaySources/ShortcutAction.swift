/// What a key does that the desktop binds for a recording, whatever program is in front.
package enum ShortcutAction: String, CaseIterable, Sendable {
    /// Pauses, or goes on.
    case pause
    /// Covers the screen, or takes the cover away.
    case cover
    /// Marks the instant.
    case mark
    /// Ends the recording.
    case stop

    /// What the desktop shows of it.
    package var title: String {
        switch self {
        case .pause: "Pause or resume the recording"
        case .cover: "Cover or uncover the recording"
        case .mark: "Mark this instant of the recording"
        case .stop: "Stop the recording"
        }
    }

    /// What is proposed to the user, by the portal's names of keys.
    package var trigger: String {
        switch self {
        case .pause: "LOGO+SHIFT+p"
        case .cover: "LOGO+SHIFT+c"
        case .mark: "LOGO+SHIFT+k"
        case .stop: "LOGO+SHIFT+q"
        }
    }
}
