import Glibc
import ReplayLibrary
import ReplayMovie

/// An open ordinary file of a presentation, read by parts.
package final class MediaFile {
    /// From the presentation's folder.
    package let path: String
    /// In bytes.
    package let size: Int64
    private let descriptor: Int32

    /// What lies beyond 16 TiB is not there: sums of sizes always fit.
    private static let largest: Int64 = 1 << 44

    /// - Parameter descriptor: closed with this object.
    init(path: String, size: Int64, descriptor: Int32) {
        (self.path, self.size, self.descriptor) = (path, size, descriptor)
    }

    deinit { close(descriptor) }

    /// Opens `name` in `folder`; a pipe or a device is refused without waiting for it.
    /// - Parameter path: how to call it.
    static func open(_ name: String, in folder: Directory, path: String) throws(FileSystemError) -> MediaFile {
        let descriptor = try folder.openFile(name, flags: O_RDONLY | O_NONBLOCK)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw FileSystemError(EINVAL, operation: "read", subject: path)
        }
        return MediaFile(path: path, size: min(Int64(status.st_size), largest), descriptor: descriptor)
    }

    /// `count` bytes from `offset` on.
    /// - Returns: nil where they are not all there.
    func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size - Int64(count) else { return nil }
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let part = pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset) + done)
                if part < 0, errno == EINTR { continue }
                if part <= 0 { break }
                done += part
            }
            initialized = done
        }
        return bytes.count == count ? bytes : nil
    }
}
