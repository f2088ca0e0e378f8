import Glibc
import ReplayMovie
import ReplayLibrary

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
            var result = 0
            let piece = [UInt8](unsafeUninitializedCapacity: readAtOnce) { buffer, count in
                result = pread(file, buffer.baseAddress, buffer.count, off_t(end))
                count = max(0, result)
            }
            if result < 0 && errno == EINTR { continue }
            guard result >= 0 else { throw FileSystemError(operation: "read", subject: path) }
            if piece.isEmpty { return }
            try body(piece)
            end += piece.count
        }
    }
}
