import CLinux
import Glibc

/// The memory that this process allocates, kept small in a program that runs for hours.
package enum Heap {
    /// To be called before anything is allocated.
    ///
    /// Coded frames of some 100 KB come and go between threads: given back to the system one by one, they do not
    /// pile up in the heaps of the threads. Huge pages would round each plane of a frame up to 2 MB.
    /// - Parameters:
    ///   - size: from which on memory is given back when it is freed, in bytes.
    ///   - kept: what a heap may keep at its end of what was freed, in bytes.
    ///   - arenas: heaps that the threads share.
    package static func configure(
        returningFrom size: Int32 = 64 << 10, keeping kept: Int32 = 128 << 10, arenas: Int32 = 2
    ) {
        mallopt(M_MMAP_THRESHOLD, size)
        mallopt(M_TRIM_THRESHOLD, kept)
        mallopt(M_ARENA_MAX, arenas)
        _ = replay_disable_huge_pages()
    }

    /// Gives back what is free of it.
    package static func trim() { malloc_trim(0) }
}
