package import Descriptors
package import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// Functions that read and write whole files through descriptors.
package enum FileBytes {
    private static let readAtOnce = 1 << 20

    /// Writes all bytes at an offset.
    /// - Parameter path: The name of the file in errors.
    package static func write(_ bytes: [UInt8], to file: OwnedDescriptor, at offset: Int, path: String)
        throws(FileSystemError)
    {
        try FileSystemError.catching("write", subject: path) {
            try file.descriptor.writeAll(toAbsoluteOffset: Int64(offset), bytes)
        }
    }

    /// Reads a file in pieces of up to 1 MiB, from its start.
    package static func read(_ file: OwnedDescriptor, path: String, body: ([UInt8]) throws -> Void) throws {
        var end: Int64 = 0
        while true {
            let piece = try FileSystemError.catching("read", subject: path) {
                try [UInt8](unsafeUninitializedCapacity: readAtOnce) { buffer, count in
                    count = try file.descriptor.read(
                        fromAbsoluteOffset: end, into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
            if piece.isEmpty { return }
            try body(piece)
            end += Int64(piece.count)
        }
    }

    /// Flushes a file to the disk.
    package static func sync(_ file: OwnedDescriptor, path: String) throws(FileSystemError) {
        // On network file systems, even `fsync` can be interrupted by a signal.
        guard SystemCall.retrying({ fsync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "write", subject: path)
        }
    }
}
