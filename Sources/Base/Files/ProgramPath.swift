import Glibc

/// Where programs are.
package enum ProgramPath {
    /// A program of Replay's own: as the environment variable says, else where it is installed with this one, else in
    /// `$PATH`.
    package static func sibling(_ name: String, variable: String) -> String? {
        if let named = String.variable(variable) { return named }
        let own = try? "/proc/self/exe".resolvedPath().pathParts.folder
        return search(name, in: own.map { [$0, "\($0)/../libexec/replay", "\($0)/../../bin"] } ?? [])
    }

    /// - Parameter folders: looked into before those of `$PATH`.
    package static func search(_ name: String, in folders: [String] = []) -> String? {
        let named =
            String.variable("PATH")?.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) } ?? []
        return (folders + named).map { "\($0)/\(name)" }.first { access($0.cPath, X_OK) == 0 }
    }
}
