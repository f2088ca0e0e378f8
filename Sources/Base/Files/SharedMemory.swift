import CLinux
package import Descriptors
import Glibc

/// Memory that two processes share. Its size is fixed, because a process crashes if memory that it reads becomes
/// shorter.
///
/// `@unchecked Sendable`: the object only owns the map. The processes agree on who uses the bytes.
package final class SharedMemory: @unchecked Sendable {
    package let bytes: UnsafeMutableRawBufferPointer

    /// The use of the memory by the other process.
    package enum Use {
        case reading, writing
    }

    private init(mapping file: OwnedDescriptor, size: Int, protection: Int32) throws(FileSystemError) {
        guard let start = mmap(nil, size, protection, MAP_SHARED, file.descriptor.rawValue, 0), start != MAP_FAILED
        else { throw Self.failure }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Creates memory.
    /// - Parameters:
    ///   - size: The size in bytes.
    ///   - use: The use by the other process. This process can write only if the other one reads.
    /// - Returns: The memory, and the descriptor for the other process.
    package static func create(
        size: Int, for use: Use
    ) throws(FileSystemError) -> (memory: SharedMemory, descriptor: OwnedDescriptor) {
        guard let file = OwnedDescriptor(replay_memory_create("replay-shared")),
            ftruncate(file.descriptor.rawValue, size) == 0
        else { throw failure }
        let protection = use == .reading ? PROT_READ | PROT_WRITE : PROT_READ
        let memory = try SharedMemory(mapping: file, size: size, protection: protection)
        let number = file.descriptor.rawValue
        guard (use == .reading ? replay_memory_seal(number) : replay_memory_fix_size(number)) == 0 else {
            throw failure
        }
        return (memory, file)
    }

    /// Maps the memory that another process has created.
    /// - Parameter use: The use by this process.
    package convenience init(_ file: OwnedDescriptor, for use: Use) throws(FileSystemError) {
        let size = try FileSystemError.catching("map", subject: "shared memory") { try file.descriptor.stat().size }
        try self.init(
            mapping: file, size: Int(size), protection: use == .reading ? PROT_READ : PROT_READ | PROT_WRITE)
    }

    private static var failure: FileSystemError { FileSystemError(operation: "map", subject: "shared memory") }
}
