import ReplayCommandLine

/// A rough length of time, as people say it.
enum TimeLeft {
    /// As `text(_:)` of whole seconds, rounded up.
    static func text(_ seconds: Double) -> String { text(Int(exactly: seconds.rounded(.up)) ?? .max) }

    static func text(_ seconds: Int) -> String {
        switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5400: "\(seconds / 60 + seconds % 60 / 30) min"
        default: "\(seconds / 3600) h \((seconds / 60) % 60) min"
        }
    }
}
