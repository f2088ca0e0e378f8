import FoundationEssentials
import Glibc

extension Recording {
    /// Notes that the recording was exported, for `hasExport`.
    /// - Parameter path: the file or the HLS folder.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public func noteExport(at path: String) throws {
        let place = try path.resolvedPath()
        let bytes = Self.size(of: place)
        try folder.exclusively {
            try folder.removeUnfinished(of: RecordingExports.fileName)
            var exports = try storedExports()
            exports.add(RecordingExports.Output(path: place, bytes: bytes, date: Date()))
            try folder.write(exports)
        }
    }

    /// Whether an export of it is still where it was written, and as long.
    /// - Throws: `FileSystemError`, `DocumentError`.
    public var hasExport: Bool {
        get throws {
            try storedExports().outputs.contains { output in
                access(output.path.cPath, F_OK) == 0 && Self.size(of: output.path) == output.bytes
            }
        }
    }

    private func storedExports() throws -> RecordingExports {
        folder.contains(RecordingExports.fileName) ? try folder.read(RecordingExports.self) : RecordingExports()
    }

    /// Nil: it is no regular file.
    private static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path.cPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }
}
