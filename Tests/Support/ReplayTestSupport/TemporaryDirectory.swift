import Foundation
import Synchronization

/// A directory that is removed with this object.
public final class TemporaryDirectory: Sendable {
    /// The directory's URL.
    public let url: URL

    /// Makes an empty directory.
    ///
    /// - Parameters:
    ///   - name: A part of the directory's name.
    ///   - permissions: The mode. By default, other users may read the directory.
    public init(_ name: String = "test", permissions: Int = 0o755) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "replay-\(name)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: permissions])
    }

    deinit { remove() }

    /// Removes the directory. If it cannot be removed, it remains for the system to clean up.
    private func remove() { try? FileManager.default.removeItem(at: url) }

    /// The directories that exist as long as this process.
    private static let ofProcess = Mutex<[TemporaryDirectory]>([])

    /// Makes an empty directory that is removed when this process exits, for files that all its tests share.
    public static func ofProcess(_ name: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(name)
        ofProcess.withLock { directories in
            if directories.isEmpty {
                // Static properties may refer to the directories until the process has ended.
                atexit { TemporaryDirectory.ofProcess.withLock { $0.forEach { $0.remove() } } }
            }
            directories.append(directory)
        }
        return directory
    }

    /// The directory's path.
    public var path: String { url.path }

    /// Returns the path of a file in the directory.
    public func path(_ name: String) -> String { url.appending(path: name).path }
}
