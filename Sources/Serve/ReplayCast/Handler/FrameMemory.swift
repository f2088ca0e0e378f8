import CLinux
import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayBroadcastHandler

/// The memory of one frame, which is passed to a handler. Nobody else can write to it or change its size.
///
/// `@unchecked Sendable`: only the owner of the buffer writes, and it has the buffer only while no handler has it.
final class FrameMemory: @unchecked Sendable {
    /// A descriptor to pass, which cannot be written to.
    let shared: OwnedDescriptor
    let layout: FrameLayout
    private let bytes: UnsafeMutableRawPointer

    /// - Throws: `FileSystemError` if there is no memory.
    init(_ layout: FrameLayout) throws(FileSystemError) {
        let failure = { FileSystemError(operation: "create", subject: "the memory of a frame") }
        guard let memory = OwnedDescriptor(replay_memory_create("replay-frame")),
            ftruncate(memory.descriptor.rawValue, layout.size) == 0,
            let bytes = mmap(nil, layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor.rawValue, 0),
            bytes != MAP_FAILED
        else { throw failure() }
        guard replay_memory_seal(memory.descriptor.rawValue) == 0,
            let shared = OwnedDescriptor(
                Glibc.open("/proc/self/fd/\(memory.descriptor.rawValue)", O_RDONLY | O_CLOEXEC))
        else {
            let error = failure()
            munmap(bytes, layout.size)
            throw error
        }
        (self.layout, self.bytes, self.shared) = (layout, bytes, shared)
    }

    deinit { munmap(bytes, layout.size) }

    /// Copies a frame into the memory. It must have the layout's size, and be planar 4:2:0.
    func copy(_ frame: Frame) throws {
        try frame.withPlanes { planes in
            for (source, target) in zip(planes, layout.planes) {
                let count = min(source.width, target.width)
                for row in 0..<min(source.height, target.height) {
                    memcpy(bytes + target.offset + row * target.stride, source.start + row * source.stride, count)
                }
            }
        }
    }
}
