import CLinux
package import Descriptors
import Glibc

extension OwnedDescriptor {
    /// Creates a file in memory, without a name.
    /// - Parameters:
    ///   - name: The purpose, for `/proc`.
    ///   - bytes: The contents. The position is at their beginning.
    /// - Throws: `FileSystemError`.
    package static func memory(_ name: String, with bytes: [UInt8] = []) throws(FileSystemError) -> OwnedDescriptor {
        guard let file = OwnedDescriptor(replay_memory_create(name)) else {
            throw FileSystemError(operation: "create", subject: "a file in memory")
        }
        try FileSystemError.catching("write", subject: "a file in memory") {
            try file.descriptor.writeAll(bytes)
            try file.descriptor.seek(offset: 0, from: .start)
        }
        return file
    }
}
