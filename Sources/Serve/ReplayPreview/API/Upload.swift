import Descriptors
import Files
import Glibc
import Hummingbird
import NIOCore
import NIOPosix
import ReplayErrors
import ReplayLibrary

/// A file that a page has uploaded. It has no name and disappears with its owner.
struct Upload: Sendable {
    private let file: OwnedDescriptor

    /// The path for reading the file, valid while the upload exists.
    var path: String { "/proc/self/fd/\(file.descriptor.rawValue)" }

    /// Receives the body of a request into a file.
    /// - Throws: `FileSystemError`, or an error of the body.
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
                try FileSystemError.catching("write", subject: "the upload") {
                    _ = try file.descriptor.writeAll(part.readableBytesView)
                }
            }
        }
        return Upload(file: file)
    }
}

/// An error about an upload, with the name of the file in place of its path.
struct UploadError: CategorizedError {
    let category: ErrorCategory
    let description: String

    init(_ error: any CategorizedError, path: String, name: String) {
        category = error.category
        description = error.description.replacing(path, with: name)
    }
}
