import Glibc

/// A file that the user named: one way for all to open it and to read it.
package enum RegularFile {
    /// Opens a file for reading. Symbolic links are followed, for the path is the user's own; a pipe or a device is refused
    /// at once, where a plain `open` would wait for its other end.
    /// - Returns: a descriptor that is the caller's to close.
    /// - Throws: `FileSystemError`, with `ESPIPE` for what is neither a regular file nor a folder.
    package static func open(_ path: String) throws(FileSystemError) -> Int32 {
        let file = Glibc.open(path.cPath, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard file >= 0 else { throw FileSystemError(operation: "open", subject: path) }
        do throws(FileSystemError) {
            try check(file, path)
            return file
        } catch {
            close(file)
            throw error
        }
    }

    /// Reads a whole file.
    /// - Parameter limit: in bytes.
    /// - Throws: `FileSystemError`, with `EFBIG` where the file is longer than the limit.
    package static func contents(of path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
        let file = try open(path)
        defer { close(file) }
        return try contents(of: file, path: path, limit: limit)
    }

    /// - Throws: where an open file is not a regular one.
    static func check(_ file: Int32, _ path: String) throws(FileSystemError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileSystemError(operation: "read", subject: path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FileSystemError(EISDIR, operation: "read", subject: path)
        default: throw FileSystemError(ESPIPE, operation: "read", subject: path, reason: "it is not a regular file")
        }
    }

    /// As `contents(of:limit:)`, of an open file from where it is read next.
    package static func contents(of file: Int32, path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var result = 0
            let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                repeat {
                    result = Glibc.read(file, buffer.baseAddress, buffer.count)
                } while result < 0 && errno == EINTR
                count = max(0, result)
            }
            guard result >= 0 else { throw FileSystemError(operation: "read", subject: path) }
            if part.isEmpty { return bytes }
            bytes += part
        }
        let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
        throw FileSystemError(EFBIG, operation: "read", subject: path, reason: "it is larger than \(size)")
    }
}
