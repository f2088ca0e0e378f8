import Foundation

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

    /// Its path.
    public var path: String { url.path }

    /// The path of a file in it.
    public func path(_ name: String) -> String { url.appending(path: name).path }
}
