/// A rough length of time, as people say it.
enum TimeLeft {
    static func text(_ seconds: Int) -> String {
        switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5400: "\((seconds + 30) / 60) min"
        default: "\(seconds / 3600) h \((seconds / 60) % 60) min"
        }
    }
}
