import ReplayMovie

extension ProgramPath {
    /// The program's path, as `$PATH` gives it.
    /// - Parameter package: Debian's, which has it.
    /// - Throws: `BatchError.noEngine`.
    static func find(_ name: String, package: String) throws(BatchError) -> String {
        guard let path = search(name) else { throw .noEngine(name, package: package) }
        return path
    }
}
