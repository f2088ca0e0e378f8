import Glibc

/// Where programs of others are.
enum ProgramPath {
    /// The program's path, as `$PATH` gives it.
    /// - Parameter package: Debian's, which has it.
    /// - Throws: `BatchError.noEngine`.
    static func find(_ name: String, package: String) throws(BatchError) -> String {
        let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw .noEngine(name, package: package)
        }
        return "\(folder)/\(name)"
    }
}
