public import ReplaySources

extension ScreenMonitor {
    /// Returns the monitors of a display in the order of their numbers, which begin with 1. Waits for `replayd`.
    /// - Parameter display: The display in the form of `$DISPLAY`, or nil for `$DISPLAY` itself.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    public static func list(display: String? = nil) throws(CaptureError) -> [ScreenMonitor] {
        try SourceQuery(.monitors, display: display).send().monitors ?? []
    }
}

extension PortalAbilities {
    /// Returns the abilities of this desktop's portal. Waits for `replayd` and the portal.
    /// - Throws: `noPortal`, `noRecorder`.
    public static func find() throws(CaptureError) -> PortalAbilities {
        guard let abilities = try SourceQuery(.portal).send().portal else {
            throw CaptureError(.noRecorder, reason: "“replayd” has another version", remedy: "reinstall Replay")
        }
        return abilities
    }
}

extension AudioDevice {
    /// Returns the microphones of this machine. Waits for `replayd` and the audio server.
    /// - Parameter server: The server in the form of `$PULSE_SERVER`, or nil for `$PULSE_SERVER` itself or the user's
    ///   own server.
    /// - Throws: `noAudioServer`, `outOfResources`, `noRecorder`.
    public static func microphones(server: String? = nil) throws(CaptureError) -> [AudioDevice] {
        try SourceQuery(.microphones, server: server).send().microphones ?? []
    }
}

extension AudioApplication {
    /// Returns the programs that play audio now, each once. Waits for `replayd` and the audio server.
    /// - Parameter server: The server in the form of `$PULSE_SERVER`, or nil for `$PULSE_SERVER` itself or the user's
    ///   own server.
    /// - Throws: `noAudioServer`, `outOfResources`, `noRecorder`.
    public static func playing(server: String? = nil) throws(CaptureError) -> [AudioApplication] {
        try SourceQuery(.applications, server: server).send().applications ?? []
    }
}

/// The windows of a display that can be captured. Each function waits for `replayd`.
public enum ScreenWindows {
    /// Returns the windows of programs, visible or not, in the order of the window manager. Without a window manager,
    /// returns the windows below the root that have a title or a class.
    /// - Parameter display: The display in the form of `$DISPLAY`, or nil for `$DISPLAY` itself.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    public static func list(display: String? = nil) throws(CaptureError) -> [ScreenWindow] {
        try SourceQuery(.windows, display: display).send().windows ?? []
    }

    /// Returns the only window that matches a text. The text is the identifier of any window (0x1c00003 or decimal), or
    /// else a part of a title in upper or lower case.
    /// - Throws: `noSuchTarget` if no window matches, or if several do; the error then names the candidates. Also
    ///   `noDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    public static func find(matching text: String, display: String? = nil) throws(CaptureError) -> ScreenWindow {
        guard let window = try SourceQuery(.window, display: display, text: text).send().windows?.first else {
            throw CaptureError(.noRecorder, reason: "“replayd” has another version", remedy: "reinstall Replay")
        }
        return window
    }

    /// Lets the user click on a window with a crosshair pointer. Waits for the click.
    /// - Returns: Nil if the user cancelled with Escape or another button.
    /// - Throws: `noSuchTarget` if there is no window at that place, or `requestRefused` if another program has grabbed
    ///   the pointer. Also `noDisplay`, `displayLost`, `noRecorder`.
    public static func pick(display: String? = nil) throws(CaptureError) -> ScreenWindow? {
        try SourceQuery(.clickedWindow, display: display).send().windows?.first
    }
}
