public import ReplaySources

extension ScreenMonitor {
    /// The monitors of a display, in the order of their numbers, which begin with 1.
    /// - Parameter display: as in `$DISPLAY`; nil: that.
    /// - Throws: `noDisplay`, `displayLost`, `requestRefused`.
    public static func list(display: String? = nil) throws(CaptureError) -> [ScreenMonitor] {
        try XConnection.open(display: display).monitors()
    }
}
