package import Files
import Glibc
import Synchronization

/// Space on the disk that is kept back while a movie is written, so that its end can be written when the disk is
/// full: a file without meaning that goes away then.
package final class DiskReserve: Sendable {
    package static let fileName = "reserve"

    private let folder: Directory
    private let isHeld: Mutex<Bool>

    /// Takes the space.
    /// - Parameter bytes: how much; nothing is kept back where the file system cannot do that.
    /// - Throws: `FileSystemError` with `ENOSPC` where there is not so much.
    package init(bytes: Int64, in folder: Directory) throws(FileSystemError) {
        self.folder = folder
        let file = try folder.openFile(Self.fileName, .writeOnly, .create)
        var code: Int32
        repeat { code = posix_fallocate(file.descriptor.rawValue, 0, off_t(bytes)) } while code == EINTR
        isHeld = Mutex(code == 0)
        guard ![ENOSPC, EDQUOT, EFBIG].contains(code) else {
            try folder.remove(Self.fileName)
            let free = folder.freeBytes.map { "; \($0 >> 20) MB are free on its disk" } ?? ""
            throw FileSystemError(
                code, operation: "keep space back in", subject: folder.path,
                reason: "\(bytes >> 20) MB are needed\(free)")
        }
    }

    /// Gives the space back.
    /// - Returns: whether there was any.
    @discardableResult
    package func release() -> Bool {
        isHeld.withLock { isHeld in
            let wasHeld = isHeld
            if (try? folder.remove(Self.fileName)) != nil { isHeld = false }
            return wasHeld && !isHeld
        }
    }
}
