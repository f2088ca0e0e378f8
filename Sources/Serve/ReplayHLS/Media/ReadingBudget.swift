/// How much of a presentation's media is looked into before it is called too large: a bound in time and memory that no
/// playlist can lift.
package struct ReadingBudget: Sendable {
    private var bytes: Int64
    private var samples: Int

    /// 256 MiB of boxes and text is more than a day of fragments; four million samples are 18 hours of 60 frames a
    /// second.
    package init(bytes: Int64 = 256 << 20, samples: Int = 4_000_000) {
        (self.bytes, self.samples) = (bytes, samples)
    }

    package var isSpent: Bool { bytes < 0 || samples < 0 }

    mutating func spend(bytes count: Int64) { bytes -= min(count, 1 << 40) }

    mutating func spend(samples count: Int) { samples -= count }
}
