import ReplayMovie

/// The program `replay`, which does the work of each job.
enum ReplayProgram {
    /// `$REPLAY_TOOL`, else this program where it is `replay`, else the one beside it, else the one in `$PATH`.
    /// - Throws: `BatchError.noEngine`.
    static func find() throws(BatchError) -> String {
        guard let path = ProgramPath.sibling("replay", variable: "REPLAY_TOOL") else {
            throw .noEngine("replay", package: "replay")
        }
        return path
    }
}
