import Glibc
import ReplayMovie

extension Preset {
    /// Reads a preset of one's own: a JSON file of at most 1 MiB, which may have comments.
    /// - Throws: `PresetError`, `FileSystemError`.
    public static func read(_ path: String) throws -> Preset {
        let (folder, name) = path.pathParts
        guard !name.isEmpty else { throw FileSystemError(EISDIR, operation: "read", subject: path) }
        return try Preset(json: try Directory.open(folder).contents(of: name, limit: 1 << 20), source: path)
    }
}
