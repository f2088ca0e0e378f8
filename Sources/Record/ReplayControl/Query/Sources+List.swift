public import ReplaySources

extension ScreenMonitor {
    /// The monitors of a display, in the order of their numbers, which begin with 1. Waits for `replayd`.
    /// - Parameter display: as in `$DISPLAY`; nil: that.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    public static func list(display: String? = nil) throws(CaptureError) -> [ScreenMonitor] {
        try SourceQuery(.monitors, display: display).send().monitors ?? []
    }
}

extension PortalAbilities {
    /// What the portal of this desktop can share. Waits for `replayd` and the portal.
    /// - Throws: `noPortal`, `noRecorder`.
    public static func find() throws(CaptureError) -> PortalAbilities {
        guard let abilities = try SourceQuery(.portal).send().portal else {
            throw CaptureError(.noRecorder, "“replayd” is of another version", remedy: "install Replay anew")
        }
        return abilities
    }
}

extension AudioDevice {
    /// The microphones that there are. Waits for `replayd` and the audio server.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `noAudioServer`, `outOfResources`, `noRecorder`.
    public static func microphones(server: String? = nil) throws(CaptureError) -> [AudioDevice] {
        try SourceQuery(.microphones, server: server).send().microphones ?? []
    }
}

extension AudioApplication {
    /// The programs that play now, each once. Waits for `replayd` and the audio server.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `noAudioServer`, `outOfResources`, `noRecorder`.
    public static func playing(server: String? = nil) throws(CaptureError) -> [AudioApplication] {
        try SourceQuery(.applications, server: server).send().applications ?? []
    }
}

/// The windows of a display that can be captured. Each function waits for `replayd`.
public enum ScreenWindows {
    /// The windows of programs, visible or not, in the order of the window manager; without one, the windows below
    /// the root that have a title or a class.
    /// - Parameter display: as in `$DISPLAY`; nil: that.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`, `noRecorder`.
    public static func list(display: String? = nil) throws(CaptureError) -> [ScreenWindow] {
        try SourceQuery(.windows, display: display).send().windows ?? []
    }

    /// The one window that a text means: an identifier (0x1c00003 or decimal) of any window, or else a part of a
    /// title, in upper or lower case.
    /// - Throws: `noSuchTarget` if there is none, or more than one: it names the candidates; `noDisplay`,
    ///   `displayLost`, `requestRefused`, `noRecorder`.
    public static func find(matching text: String, display: String? = nil) throws(CaptureError) -> ScreenWindow {
        guard let window = try SourceQuery(.window, display: display, text: text).send().windows?.first else {
            throw CaptureError(.noRecorder, "“replayd” is of another version", remedy: "install Replay anew")
        }
        return window
    }

    /// Lets the user click on a window, with a crosshair for a pointer. Waits until then.
    /// - Returns: nil if it was cancelled: by Escape or by another button.
    /// - Throws: `noSuchTarget` if there is no window at that place, `requestRefused` if another program has the
    ///   pointer; `noDisplay`, `displayLost`, `noRecorder`.
    public static func pick(display: String? = nil) throws(CaptureError) -> ScreenWindow? {
        try SourceQuery(.clickedWindow, display: display).send().windows?.first
    }
}
