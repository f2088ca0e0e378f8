import FFmpeg
package import ReplayLibrary

extension Recording {
    /// Stores a copy of a user's file in the recording's folder, unless it is already there.
    /// - Returns: The name of the copy: the prefix, and a hash of its contents.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package func keep(_ bytes: [UInt8], prefix: String) throws -> String {
        let name = prefix + (try ContentHash.of(bytes))
        if !folder.contains(name) { try folder.replace(name, with: bytes) }
        return name
    }
}
