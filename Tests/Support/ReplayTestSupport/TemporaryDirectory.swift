import Foundation
import Synchronization

/// A directory that is removed with this object.
public final class TemporaryDirectory: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes an empty directory.
    ///
    /// - Parameters:
    ///   - name: what its name tells of it.
    ///   - permissions: programs of other users may look into it unless told otherwise.
    public init(_ name: String = "test", permissions: Int = 0o755) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "replay-\(name)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: permissions])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Those that last as long as this process.
    private static let ofProcess = Mutex<[TemporaryDirectory]>([])

    /// Makes an empty directory that is removed when this process exits: for what all its tests share.
    public static func ofProcess(_ name: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory(name)
        ofProcess.withLock { directories in
            if directories.isEmpty { atexit { TemporaryDirectory.ofProcess.withLock { $0 = [] } } }
            directories.append(directory)
        }
        return directory
    }

    /// Its path.
    public var path: String { url.path }

    /// The path of a file in it.
    public func path(_ name: String) -> String { url.appending(path: name).path }
}
