import FFmpeg

/// Keeps the memory of a process small that does nothing but export.
package struct ExportMemory: Sendable {
    private var hasBegun = false
    private var memory = ResidentMemory(limit: 64 << 20, interval: .seconds(1))

    package init() {}

    /// To be called before anything is allocated.
    ///
    /// To map each coded frame anew would take a tenth of the time of an export that copies; in one heap they do not pile up.
    /// What is kept serves decoders: libavcodec frees its tables at each seek, half a megabyte each at 1080p, and allocates them
    /// again.
    package static func configure() {
        Heap.configure(returningFrom: 1 << 20, keeping: 4 << 20, arenas: 1)
    }

    /// Drops the resident code pages that only the start of the process used (madvise).
    package static func giveBackStart() { ResidentText.giveBack() }

    /// Gives back the pages of code that only planning has used; later, where too much is resident, those of all code and the
    /// free memory of the heap. To be called at each step of the progress.
    package mutating func keepSmall() {
        if !hasBegun { ResidentText.giveBack() }
        hasBegun = true
        memory.keepSmall()
    }
}
