import CLinux
package import Descriptors
import Glibc

/// Functions to open and read a file that the user named.
package enum RegularFile {
    /// Returns the space before an offset to the file system, so that the file has zeros there. A file system that
    /// cannot do this keeps the space.
    package static func releaseSpace(of file: OwnedDescriptor, before offset: Int64) {
        _ = replay_release_space(file.descriptor.rawValue, offset)
    }

    /// Opens a file for reading.
    ///
    /// Symbolic links are followed, because the user chose the path. A pipe or a device is refused at once; a plain
    /// `open` would wait for the other end of a pipe.
    /// - Throws: `FileSystemError`, with `EISDIR` for a folder and `ESPIPE` for a pipe or device.
    package static func open(_ path: String) throws(FileSystemError) -> OwnedDescriptor {
        let file = try OwnedDescriptor(
            opening: path, mode: .readOnly, options: [.nonBlocking, .init(rawValue: O_NOCTTY)])
        try check(file, path: path)
        return file
    }

    /// Reads a whole file.
    /// - Parameter limit: The largest size, in bytes.
    /// - Throws: `FileSystemError`, with `EFBIG` if the file is larger than the limit.
    package static func contents(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
        try contents(of: try open(path), path: path, limit: limit)
    }

    /// Checks that an open file is a regular file.
    /// - Throws: `FileSystemError`, with `EISDIR` for a folder and `ESPIPE` for any other kind of file.
    package static func check(_ file: OwnedDescriptor, path: String) throws(FileSystemError) {
        let status = try FileSystemError.catching("read", subject: path) { try file.descriptor.stat() }
        switch status.type {
        case .regular: return
        case .directory: throw FileSystemError(EISDIR, operation: "read", subject: path)
        default: throw FileSystemError(ESPIPE, operation: "read", subject: path, reason: "it is not a regular file")
        }
    }

    /// Reads the rest of an open file from its current position, like `contents(of:limit:)`.
    package static func contents(of file: OwnedDescriptor, path: String, limit: Int) throws(FileSystemError) -> [UInt8]
    {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try FileSystemError.catching("read", subject: path) {
                try [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                    count = try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
            if part.isEmpty { return bytes }
            bytes += part
        }
        let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        throw FileSystemError(EFBIG, operation: "read", subject: path, reason: "it is larger than \(size)")
    }
}
