import ReplayMovie

/// Which recorder would be started. A pure value.
struct RecorderCheck: Sendable {
    /// Its program's path; nil: there is none.
    var path: String?
    /// What it says that it is; nil: it says nothing.
    var version: String?
    /// Why there is none.
    var failure = ""

    var findings: [Diagnosis.Finding] {
        guard let path else {
            return [.broken("recorder", failure, remedy: "install Replay anew, or name the program by REPLAY_DAEMON")]
        }
        guard version == ReplayVersion.name else {
            let found = "\(path) is of version \(version ?? "unknown"), replay of \(ReplayVersion.name)"
            return [.broken("recorder", found, remedy: "install both anew, or unset REPLAY_DAEMON")]
        }
        return [.ok("recorder", "\(path), of the same version")]
    }
}
