import Glibc

/// The search for programs.
package enum ProgramPath {
    /// Returns the path of one of Replay's own programs, or nil if it is not found. The order is: the environment
    /// variable, the folders relative to this program, `$PATH`.
    package static func sibling(_ name: String, variable: String) -> String? {
        if let named = String.variable(variable) { return named }
        let own = try? "/proc/self/exe".resolvedPath().pathParts.folder
        return search(name, in: own.map { [$0, "\($0)/../libexec/replay", "\($0)/../../bin"] } ?? [])
    }

    /// Returns the path of the first executable file with this name, or nil if there is none.
    /// - Parameter folders: The folders to search before those of `$PATH`.
    package static func search(_ name: String, in folders: [String] = []) -> String? {
        let named =
            String.variable("PATH")?.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) } ?? []
        return (folders + named).map { "\($0)/\(name)" }.first { access($0.cPath, X_OK) == 0 }
    }
}
