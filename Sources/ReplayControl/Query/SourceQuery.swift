package import ReplaySources

/// A question about the sources of this machine. `replayd` answers it: a program that embeds Replay is not linked with the
/// libraries of the display and the audio server.
package struct SourceQuery: Codable, Sendable {
    /// What is asked for.
    package enum Kind: String, Codable, Sendable {
        case monitors, windows, microphones, applications
        /// The one window that `text` means.
        case window
        /// The window that the user clicks on.
        case clickedWindow
        /// What a diagnosis finds of them.
        case displayCheck, audioCheck, cameraCheck
    }

    package var query: Kind
    /// The X display; nil: that of `$DISPLAY`.
    package var display: String?
    /// The audio server; nil: that of `$PULSE_SERVER`, or the user's own.
    package var server: String?
    package var text: String?

    package init(_ query: Kind, display: String? = nil, server: String? = nil, text: String? = nil) {
        self.query = query
        self.display = display
        self.server = server
        self.text = text
    }
}

/// What `replayd` answers; only what was asked for is set.
package struct SourceAnswer: Codable, Sendable {
    package var monitors: [ScreenMonitor]?
    package var windows: [ScreenWindow]?
    package var microphones: [AudioDevice]?
    package var applications: [AudioApplication]?
    package var findings: [Diagnosis.Finding]?
    package var failed: CaptureError?

    package init() {}
}
