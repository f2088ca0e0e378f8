/// The limit of the media that is read from a presentation. It bounds time and memory for any playlist.
package struct ReadingBudget: Sendable {
    private var bytes: Int64
    private var samples: Int

    /// Creates a budget. 256 MiB of boxes and text are more than a day of fragments. Four million samples are 18 hours
    /// at 60 frames per second.
    package init(bytes: Int64 = 256 << 20, samples: Int = 4_000_000) {
        (self.bytes, self.samples) = (bytes, samples)
    }

    package var isSpent: Bool { bytes < 0 || samples < 0 }

    mutating func spend(bytes count: Int64) { bytes -= min(count, 1 << 40) }

    mutating func spend(samples count: Int) { samples -= count }
}
