import FFmpeg

/// Keeps the memory of a process small that does nothing but export.
package struct ExportMemory: Sendable {
    private var hasBegun = false
    private var memory = ResidentMemory(limit: 64 << 20, interval: .seconds(2))

    package init() {}

    /// To be called before anything is allocated.
    ///
    /// To map each coded frame anew would take a tenth of the time of an export that copies; in one heap they do not pile up.
    /// What is kept serves decoders: libavcodec frees its tables at each seek, half a megabyte each at 1080p, and allocates them
    /// again.
    package static func configure() {
        Heap.configure(returningFrom: 1 << 20, keeping: 4 << 20, arenas: 1)
    }

    /// Gives back the code that only the process's start has used.
    package static func giveBackStart() { ResidentText.giveBack() }

    /// Gives back the code that only the plan has used, and later what has come together, such as what lies free in the heap
    /// between a file's growing index and what the decoder of one cut left; to be called now and then while an export goes on.
    package mutating func keepSmall() {
        if !hasBegun { ResidentText.giveBack() }
        hasBegun = true
        memory.keepSmall()
    }
}
