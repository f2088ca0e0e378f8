import Glibc
import ReplayMovie

extension Preset {
    /// In bytes.
    static let maxFileSize = 1 << 20

    /// Reads a preset of one's own: a JSON5 file of at most 1 MiB.
    /// - Throws: `PresetError`, `FileSystemError`.
    public static func read(_ path: String) throws -> Preset {
        do {
            return try Preset(json: try RegularFile.contents(of: path, limit: maxFileSize), source: path)
        } catch let error as FileSystemError where error.code == EFBIG {
            throw PresetError(kind: .invalid, reason: "\(path): it is larger than \(maxFileSize >> 20) MiB")
        }
    }
}
