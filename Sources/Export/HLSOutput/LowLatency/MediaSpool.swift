import Descriptors
import Files
import Glibc
import Synchronization
import SystemPackage

/// The media of a live rendition in a nameless file. Segments and parts are ranges of it.
final class MediaSpool: Sendable {
    private let file: OwnedDescriptor
    private let path: String
    private let end = Mutex<Int64>(0)

    /// Creates the file in a folder, in which it never gets a name.
    /// - Throws: `FileSystemError`, also if the file system has no such files.
    init(in folder: Directory) throws(FileSystemError) {
        path = folder.path
        guard let file = try folder.createNamelessFile(.ownerReadWrite) else {
            throw FileSystemError(ENOTSUP, operation: "create a file in", subject: folder.path)
        }
        self.file = file
    }

    /// Adds bytes at the end.
    /// - Returns: Their range in the file.
    func append(_ bytes: [UInt8]) throws(FileSystemError) -> Range<Int64> {
        let start = end.withLock { $0 }
        try FileSystemError.catching("write to", subject: path) {
            try file.descriptor.writeAll(toAbsoluteOffset: start, bytes)
        }
        end.withLock { $0 += Int64(bytes.count) }
        return start..<start + Int64(bytes.count)
    }

    /// Reads a range. Call it on a thread that may block.
    func bytes(_ range: Range<Int64>) throws(FileSystemError) -> [UInt8] {
        let bytes = try FileSystemError.catching("read", subject: path) {
            try withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 1) { buffer in
                let count = try file.descriptor.read(fromAbsoluteOffset: range.lowerBound, into: buffer)
                return Array(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        guard bytes.count == range.count else { throw FileSystemError(EIO, operation: "read", subject: path) }
        return bytes
    }

    /// Returns the space before an offset to the file system. Later reads of it return zeros.
    func discard(before offset: Int64) {
        if offset > 0 { RegularFile.releaseSpace(of: file, before: offset) }
    }
}
