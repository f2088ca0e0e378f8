import CLinux
import Glibc

/// The process's heap, kept small in a program that runs for hours.
package enum Heap {
    /// Configures the allocator. Call it before anything is allocated.
    ///
    /// Coded frames of about 100 KB move between threads. If each is returned to the system when it is freed, they do
    /// not accumulate in the arenas of the threads. Huge pages would round each plane of a frame up to 2 MB.
    /// - Parameters:
    ///   - size: The minimum size in bytes of allocations that are returned to the system when they are freed.
    ///   - kept: The maximum number of freed bytes that a heap keeps at its end.
    ///   - arenas: The number of arenas, which the threads share.
    package static func configure(
        returningFrom size: Int32 = 64 << 10, keeping kept: Int32 = 128 << 10, arenas: Int32 = 2
    ) {
        mallopt(M_MMAP_THRESHOLD, size)
        mallopt(M_TRIM_THRESHOLD, kept)
        mallopt(M_ARENA_MAX, arenas)
        _ = replay_disable_huge_pages()
    }

    /// Returns the free memory of the heap to the system.
    package static func trim() { malloc_trim(0) }
}
