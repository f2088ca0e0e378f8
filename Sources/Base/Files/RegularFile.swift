package import Descriptors
import Glibc

/// A file that the user named: one way for all to open it and to read it.
package enum RegularFile {
    /// Opens a file for reading. Symbolic links are followed, for the path is the user's own; a pipe or a device is refused
    /// at once, where a plain `open` would wait for its other end.
    /// - Throws: `FileSystemError`, with `ESPIPE` for what is neither a regular file nor a folder.
    package static func open(_ path: String) throws(FileSystemError) -> OwnedDescriptor {
        let file = try OwnedDescriptor(opening: path, .readOnly, [.nonBlocking, .init(rawValue: O_NOCTTY)])
        try check(file, path)
        return file
    }

    /// Reads a whole file.
    /// - Parameter limit: in bytes.
    /// - Throws: `FileSystemError`, with `EFBIG` where the file is longer than the limit.
    package static func contents(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
        try contents(of: try open(path), path: path, limit: limit)
    }

    /// - Throws: where an open file is not a regular one.
    package static func check(_ file: OwnedDescriptor, _ path: String) throws(FileSystemError) {
        let status = try FileSystemError.catching("read", path) { try file.descriptor.stat() }
        switch status.type {
        case .regular: return
        case .directory: throw FileSystemError(EISDIR, operation: "read", subject: path)
        default: throw FileSystemError(ESPIPE, operation: "read", subject: path, reason: "it is not a regular file")
        }
    }

    /// As `contents(of:limit:)`, of an open file from where it is read next.
    package static func contents(of file: OwnedDescriptor, path: String, limit: Int) throws(FileSystemError) -> [UInt8]
    {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try FileSystemError.catching("read", path) {
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
