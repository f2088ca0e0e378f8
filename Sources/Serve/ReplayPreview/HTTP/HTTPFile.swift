import Descriptors
import Glibc
import SystemPackage

/// A regular file to send, whole or in part. It is open as long as a response refers to it.
struct HTTPFile: Sendable {
    let file: OwnedDescriptor
    /// The size in bytes when the response was created. If the file becomes shorter, the connection is closed.
    let size: Int64
    /// The strong entity tag (RFC 9110, section 8.8.3), with its quotation marks. It changes with the size and the
    /// modification time.
    let tag: String

    /// Creates a response's file from an open descriptor.
    /// - Throws: `Errno`, `notSupported` if it is not a regular file.
    init(_ file: OwnedDescriptor) throws(Errno) {
        var status = stat()
        guard fstat(file.descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notSupported }
        let nanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        self.file = file
        size = Int64(status.st_size)
        tag = "\"" + String(size, radix: 16) + "-" + String(UInt64(bitPattern: nanoseconds), radix: 16) + "\""
    }

    /// Reads bytes. Blocking.
    /// - Throws: `Errno`, `ioError` if the file has become shorter.
    func bytes(_ range: Range<Int64>) throws -> [UInt8] {
        var position = range.lowerBound
        return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while position < range.upperBound {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let read = try file.descriptor.read(fromAbsoluteOffset: position, into: rest)
                guard read > 0 else { throw Errno.ioError }
                (position, count) = (position + Int64(read), count + read)
            }
        }
    }
}
