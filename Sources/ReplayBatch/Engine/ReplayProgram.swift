import ReplayMovie

/// The program `replay`, which does the work of each job.
enum ReplayProgram {
    /// `$REPLAY_TOOL`, else this program where it is `replay`, else the one beside it, else the one in `$PATH`.
    /// - Throws: `BatchError.noEngine`.
    static func find() throws(BatchError) -> String {
        if let named = String.variable("REPLAY_TOOL") { return named }
        let own = try? "/proc/self/exe".resolvedPath().pathParts.folder
        guard let path = ProgramPath.search("replay", in: [own].compactMap(\.self)) else {
            throw .noEngine("replay", package: "replay")
        }
        return path
    }
}
