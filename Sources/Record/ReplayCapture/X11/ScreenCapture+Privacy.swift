import ReplaySources

extension ScreenCapture {
    /// Determines if the pixels just fetched may show a private window.
    ///
    /// The server sends events and replies in order. All events that affect the pixels were sent before the reply with
    /// the pixels, so they have arrived by now.
    func judgePrivacy() throws(CaptureError) {
        guard let privateWindows else { return }
        try noteEvents()
        try privateWindows.resolve()
        isPrivateWindowVisible = privateWindows.judge(at: .now)
    }

    /// Returns true if ``isPrivateWindowVisible`` may be out of date.
    func privacyChanged() throws(CaptureError) -> Bool {
        guard let privateWindows else { return false }
        while privateWindows.hasPending {
            try privateWindows.resolve()
            // Waiting for replies may have delivered events.
            try noteEvents()
        }
        return privateWindows.needsJudgement(at: .now)
    }
}
