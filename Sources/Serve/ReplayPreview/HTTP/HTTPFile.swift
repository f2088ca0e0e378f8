import Descriptors
import Glibc
import SystemPackage

/// A regular file that is sent, whole or in part. It is open as long as a response has it.
struct HTTPFile: Sendable {
    let file: OwnedDescriptor
    /// In bytes, as it was when the response was made. A file that has become shorter since ends the connection.
    let size: Int64
    /// A strong entity tag (RFC 9110, section 8.8.3), with its quotes: another one for another size or time of
    /// modification.
    let tag: String

    /// - Throws: `Errno`, `notSupported` for what is no regular file.
    init(_ file: OwnedDescriptor) throws(Errno) {
        var status = stat()
        guard fstat(file.descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notSupported }
        let nanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        self.file = file
        size = Int64(status.st_size)
        tag = "\"" + String(size, radix: 16) + "-" + String(UInt64(bitPattern: nanoseconds), radix: 16) + "\""
    }

    /// Blocks.
    /// - Throws: `Errno`, `ioError` where the file has become shorter.
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
