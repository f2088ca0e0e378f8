import Descriptors
import Files
import Glibc
import ReplayErrors

/// The sources of a stream key. A key is never a word of a command line, because other users can see those.
package enum KeyFile {
    /// The environment variable with a stream key.
    package static let variable = "REPLAY_STREAM_KEY"
    /// The largest size of a key file, in bytes.
    private static let maxSize = 4 << 10

    /// Returns the key in a file, or from standard input for `-`: its first line without spaces at the ends.
    /// - Throws: `FileSystemError`, or `BroadcastError` if there is no key, or if other users may read the file.
    package static func read(_ path: String) throws -> String {
        guard path != "-" else {
            guard let line = readLine() else {
                throw BroadcastError(.noInput, description: "standard input contains no stream key")
            }
            return try key(in: Array(line.utf8), of: "standard input")
        }
        let file = try RegularFile.open(path)
        try requirePrivate(file, path: path)
        return try key(in: try RegularFile.contents(of: file, path: path, limit: maxSize), of: path)
    }

    /// Takes the key from the environment, so that programs started later do not get it.
    package static func takeFromEnvironment() -> String? {
        defer { unsetenv(variable) }
        return String.variable(variable)
    }

    /// - Throws: `BroadcastError` if other users may read the file.
    static func requirePrivate(_ file: OwnedDescriptor, path: String) throws {
        let status = try FileSystemError.catching("inspect", subject: path) { try file.descriptor.stat() }
        guard status.permissions.rawValue & 0o077 == 0 else {
            throw BroadcastError(
                .notPermitted,
                description: "\(path) contains a stream key, but other users may read it; run “chmod 600” on it")
        }
    }

    private static func key(in bytes: [UInt8], of source: String) throws(BroadcastError) -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !trimmed.isEmpty else { throw BroadcastError(.badData, description: "\(source) contains no stream key") }
        guard trimmed.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw BroadcastError(
                .badData, description: "the stream key in \(source) contains a space or a special character")
        }
        return String(decoding: trimmed, as: UTF8.self)
    }
}
