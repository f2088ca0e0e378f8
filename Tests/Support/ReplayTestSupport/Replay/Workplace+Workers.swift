import Foundation

extension Workplace {
    /// Logs the starts of workers from now on, and requires a complete sandbox.
    public func logWorkers() throws {
        let program = BuiltProgram.replay.path.replacing(/replay$/, with: "replay-media")
        try "#!/bin/sh\necho \"$1 $$\" >>\(log)\nexec \(program) \"$@\"\n"
            .write(toFile: path("media"), atomically: false, encoding: .utf8)
        chmod(path("media"), 0o700)
        variables["REPLAY_MEDIA"] = path("media")
        variables["REPLAY_REQUIRE_SANDBOX"] = "1"
    }

    /// The processes of the workers that were started since `logWorkers()` or `clearWorkerLog()`, in order.
    public var workers: [pid_t] {
        // Some commands start no other program at all.
        let starts = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return starts.matches(of: /--worker (\d+)/).compactMap { pid_t($0.1) }
    }

    /// Forgets the workers that were started.
    public func clearWorkerLog() { unlink(log) }

    private var log: String { path("starts") }
}
