import Descriptors
import Files
import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import ReplayLibrary

/// A file that a page has sent: it has no name, and is gone with its owner.
struct Upload: Sendable {
    private let file: OwnedDescriptor

    /// Where it can be read while the upload is there.
    var path: String { "/proc/self/fd/\(file.descriptor.rawValue)" }

    /// - Throws: `FileSystemError`, and what the body fails with.
    static func receive(
        _ body: RequestBody, in library: RecordingLibrary, on pool: NIOThreadPool
    ) async throws -> Upload {
        let path = library.path
        let file = try await pool.runIfActive {
            guard let file = try Directory.open(path).createNamelessFile([.ownerReadWrite]) else {
                throw FileSystemError(EOPNOTSUPP, operation: "write to", subject: path)
            }
            return file
        }
        for try await part in body {
            try await pool.runIfActive {
                try FileSystemError.catching("write", "the upload") {
                    _ = try file.descriptor.writeAll(part.readableBytesView)
                }
            }
        }
        return Upload(file: file)
    }
}
