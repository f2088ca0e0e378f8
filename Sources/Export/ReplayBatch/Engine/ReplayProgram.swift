import Files

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

extension ProgramPath {
    /// The program's path, as `$PATH` gives it.
    /// - Parameter package: Debian's, which has it.
    /// - Throws: `BatchError.noEngine`.
    static func find(_ name: String, package: String) throws(BatchError) -> String {
        guard let path = search(name) else { throw .noEngine(name, package: package) }
        return path
    }
}
