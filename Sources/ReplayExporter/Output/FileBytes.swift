import Glibc
import ReplayLibrary
import ReplayMovie

/// Reading and writing by descriptors, whole.
enum FileBytes {
    private static let readAtOnce = 1 << 20

    /// - Parameter path: what to call the file in errors.
    static func write(_ bytes: [UInt8], to file: Int32, at offset: Int, path: String) throws(FileSystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileSystemError(count == 0 ? EIO : errno, operation: "write", subject: path) }
            done += count
        }
    }

    /// Reads a file piece by piece, from its start.
    static func read(_ file: Int32, path: String, _ body: ([UInt8]) throws -> Void) throws {
        var end = 0
        while true {
            var failure: Int32?
            let piece = [UInt8](unsafeUninitializedCapacity: readAtOnce) { buffer, count in
                let result = pread(file, buffer.baseAddress, buffer.count, off_t(end))
                failure = result < 0 ? errno : nil
                count = max(0, result)
            }
            if failure == EINTR { continue }
            if let failure { throw FileSystemError(failure, operation: "read", subject: path) }
            if piece.isEmpty { return }
            try body(piece)
            end += piece.count
        }
    }

    /// Brings a file to the disk.
    static func sync(_ file: Int32, path: String) throws(FileSystemError) {
        // On file systems over the network even this is interrupted.
        while fsync(file) != 0 {
            guard errno == EINTR else { throw FileSystemError(operation: "write", subject: path) }
        }
    }
}
