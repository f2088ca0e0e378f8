import Glibc
import ReplayMovie

/// Where programs of others are.
enum ProgramPath {
    /// The program's path, as `$PATH` gives it.
    /// - Parameter package: Debian's, which has it.
    /// - Throws: `BatchError.noEngine`.
    static func find(_ name: String, package: String) throws(BatchError) -> String {
        guard let path = search(name) else { throw .noEngine(name, package: package) }
        return path
    }

    /// - Parameter folders: looked into before those of `$PATH`.
    static func search(_ name: String, in folders: [String] = []) -> String? {
        let named =
            String.variable("PATH")?.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) } ?? []
        return (folders + named).map { "\($0)/\(name)" }.first { access($0.cPath, X_OK) == 0 }
    }
}
