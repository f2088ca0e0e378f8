import ReplaySources

extension ScreenCapture {
    /// Decides whether what was just fetched may hold a private window.
    ///
    /// The server sends events and answers in the order in which it did things: all that can be in the pixels was
    /// told before the answer with the pixels, so it has arrived by now.
    func judgePrivacy() throws(CaptureError) {
        guard let privateWindows else { return }
        try noteEvents()
        try privateWindows.resolve()
        isPrivateWindowVisible = privateWindows.judge(at: .now)
    }

    /// Whether ``isPrivateWindowVisible`` is out of date.
    func privacyChanged() throws(CaptureError) -> Bool {
        guard let privateWindows else { return false }
        while privateWindows.hasPending {
            try privateWindows.resolve()
            // Answers that were waited for may have brought events.
            try noteEvents()
        }
        return privateWindows.needsJudgement(at: .now)
    }
}
