package import Files
import Glibc
import Synchronization

/// A file that reserves disk space while a movie is written. Its removal frees space to
/// finish the movie when the disk is full.
package final class DiskReserve: Sendable {
    package static let fileName = "reserve"

    private let folder: Directory
    private let isHeld: Mutex<Bool>

    /// Reserves the space.
    /// - Parameter bytes: The size in bytes. Nothing is reserved if the file system does not support it.
    /// - Throws: `FileSystemError`, with `ENOSPC`, `EDQUOT` or `EFBIG` if the space is not available.
    package init(bytes: Int64, in folder: Directory) throws(FileSystemError) {
        self.folder = folder
        let file = try folder.openFile(Self.fileName, mode: .writeOnly, options: .create)
        var code: Int32
        repeat { code = posix_fallocate(file.descriptor.rawValue, 0, off_t(bytes)) } while code == EINTR
        isHeld = Mutex(code == 0)
        guard ![ENOSPC, EDQUOT, EFBIG].contains(code) else {
            try folder.remove(Self.fileName)
            let free = folder.freeBytes.map { "; \($0 >> 20) MB are free on its disk" } ?? ""
            throw FileSystemError(
                code, operation: "reserve space in", subject: folder.path,
                reason: "\(bytes >> 20) MB are needed\(free)")
        }
    }

    /// Releases the space.
    /// - Returns: True if space was reserved and is now free.
    @discardableResult
    package func release() -> Bool {
        isHeld.withLock { isHeld in
            let wasHeld = isHeld
            // The return value says that the space is not free.
            if (try? folder.remove(Self.fileName)) != nil { isHeld = false }
            return wasHeld && !isHeld
        }
    }
}
