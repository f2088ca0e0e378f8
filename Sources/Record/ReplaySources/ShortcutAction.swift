/// The action of a key that the desktop binds for a recording, whatever program has the focus.
package enum ShortcutAction: String, CaseIterable, Sendable {
    /// Pauses or resumes the recording.
    case pause
    /// Covers or uncovers the screen.
    case cover
    /// Adds a mark.
    case mark
    /// Ends the recording.
    case stop

    /// The title that the desktop shows for the action.
    package var title: String {
        switch self {
        case .pause: "Pause or resume the recording"
        case .cover: "Cover or uncover the recording"
        case .mark: "Mark this instant of the recording"
        case .stop: "Stop the recording"
        }
    }

    /// The key that is proposed to the user, in the portal's names of keys.
    package var trigger: String {
        switch self {
        case .pause: "LOGO+SHIFT+p"
        case .cover: "LOGO+SHIFT+c"
        case .mark: "LOGO+SHIFT+k"
        case .stop: "LOGO+SHIFT+q"
        }
    }
}
