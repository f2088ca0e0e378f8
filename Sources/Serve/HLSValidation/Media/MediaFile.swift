import Descriptors
import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// An open regular file of a presentation, read in parts.
package final class MediaFile {
    /// The path relative to the presentation's folder.
    package let path: String
    /// The size in bytes.
    package let size: Int64
    private let file: OwnedDescriptor

    /// The maximum size, 16 TiB. Further bytes are ignored, so that sums of sizes do not overflow.
    private static let largest: Int64 = 1 << 44

    init(_ file: OwnedDescriptor, path: String, size: Int64) {
        (self.file, self.path, self.size) = (file, path, size)
    }

    /// Opens `name` in `folder`. A pipe or device is refused without blocking.
    /// - Parameter path: The path for messages.
    static func open(_ name: String, in folder: Directory, path: String) throws(FileSystemError) -> MediaFile {
        let file = try folder.openFile(name, mode: .readOnly, options: .nonBlocking)
        guard let status = try? file.descriptor.stat(), status.type == .regular else {
            throw FileSystemError(EINVAL, operation: "read", subject: path)
        }
        return MediaFile(file, path: path, size: min(status.size, largest))
    }

    /// Returns `count` bytes from `offset` on.
    /// - Returns: The bytes, or nil if some of them do not exist.
    func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size - Int64(count) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            // A read error counts as missing bytes, so the file is reported as incomplete.
            while done < count,
                let part = try? file.descriptor.read(
                    fromAbsoluteOffset: offset + Int64(done),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[done..<count])),
                part > 0
            { done += part }
        }
        return bytes.count == count ? bytes : nil
    }
}
