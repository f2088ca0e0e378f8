import FFmpeg

/// Limits the resident memory of a process that only exports.
package struct ExportMemory: Sendable {
    private var hasBegun = false
    private var memory = ResidentMemory(limit: 64 << 20, interval: .seconds(1))

    package init() {}

    /// Configures the heap. Call it before anything is allocated.
    ///
    /// If each coded frame had its own memory mapping, an export that copies frames would take 10 % longer. With one
    /// arena, freed frames do not accumulate. The 4 MB that the heap keeps serve decoders: libavcodec frees its tables
    /// at each seek and allocates them again, 0.5 MB each at 1080p.
    package static func configure() {
        Heap.configure(returningFrom: 1 << 20, keeping: 4 << 20, arenas: 1)
    }

    /// Drops the resident code pages that only the start of the process used (madvise).
    package static func giveBackStart() { ResidentText.giveBack() }

    /// Drops the resident code pages at the first call. Later, if more than 64 MB are resident, it drops them again and
    /// trims the heap, at most once per second. Call it at each progress step.
    package mutating func keepSmall() {
        if !hasBegun { ResidentText.giveBack() }
        hasBegun = true
        memory.keepSmall()
    }
}
