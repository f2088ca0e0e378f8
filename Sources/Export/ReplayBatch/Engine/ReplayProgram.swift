import Files

/// The program `replay`, which does each job.
enum ReplayProgram {
    /// Returns the path of `replay`: `$REPLAY_TOOL`, this program if it is `replay`, the one next to it, or the one
    /// in `$PATH`.
    /// - Throws: `BatchError.noEngine`.
    static func find() throws(BatchError) -> String {
        guard let path = ProgramPath.sibling("replay", variable: "REPLAY_TOOL") else {
            throw .noEngine("replay", package: "replay")
        }
        return path
    }
}

extension ProgramPath {
    /// Returns the program's path, looked up in `$PATH`.
    /// - Parameter package: The Debian package that contains the program.
    /// - Throws: `BatchError.noEngine`.
    static func find(_ name: String, package: String) throws(BatchError) -> String {
        guard let path = search(name) else { throw .noEngine(name, package: package) }
        return path
    }
}
