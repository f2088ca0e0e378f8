import Glibc

/// The program `replay`, which does the work of each job.
enum ReplayProgram {
    /// `$REPLAY_TOOL`, else this program where it is `replay`, else the one beside it, else the one in `$PATH`.
    /// - Throws: `BatchError.noEngine`.
    static func find() throws(BatchError) -> String {
        if let named = getenv("REPLAY_TOOL") { return String(cString: named) }
        var folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":").map(String.init) ?? []
        if let program = realpath("/proc/self/exe", nil) {
            defer { free(program) }
            folders.insert(JobFile.split(String(cString: program)).folder, at: 0)
        }
        for folder in folders where access("\(folder)/replay", X_OK) == 0 { return "\(folder)/replay" }
        throw .noEngine("replay", package: "replay")
    }
}
