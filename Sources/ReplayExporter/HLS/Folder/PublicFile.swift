import Glibc
import ReplayMovie

/// A new file that everybody may read.
final class PublicFile {
    private let descriptor: Int32
    private let path: String

    init(_ name: String, in folder: Directory) throws {
        descriptor = try folder.openFile(name, flags: O_WRONLY | O_CREAT | O_EXCL)
        path = folder.path + "/" + name
        fchmod(descriptor, 0o644)
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileSystemError(count == 0 ? EIO : errno, operation: "write", subject: path) }
            done += count
        }
    }

    func sync() throws {
        guard fdatasync(descriptor) == 0 else { throw FileSystemError(operation: "write", subject: path) }
    }
}
