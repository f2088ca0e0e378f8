import MediaTime

/// Chooses which packets of an audio track are copied, clip after clip, and where they come to stand. Pure.
struct AudioRunPlanner {
    private let packets: [Int64]
    private let frameSize: Int64
    private(set) var runs: [AudioPlan.Run] = []
    private(set) var places: [AudioPlan.Place] = []
    /// How far the audio stands from its exact place. It holds until packets are copied again: so it never adds up.
    private var shift: Int64 = 0
    private var nextSlot = -1

    init(packets: [Int64], frameSize: Int64) {
        self.packets = packets
        self.frameSize = frameSize
    }

    /// - Parameters:
    ///   - source: the samples of the recording that are kept.
    ///   - start: where in the output they should begin.
    ///   - margin: samples after the beginning, and before the end, that no copied packet may reach into.
    ///   - fewest: the least number of packets that are copied.
    ///   - isLast: whether the output ends with it.
    mutating func add(_ source: Range<Int64>, at start: Int64, margin: Int64, fewest: Int, isLast: Bool) {
        let copied = copyable(source, margin: margin, isLast: isLast)
        if copied.count >= fewest {
            let exact = packets[copied.lowerBound] - source.lowerBound + start
            let slot = Int((exact + frameSize / 2) / frameSize)
            shift = Int64(slot) * frameSize - exact
            if nextSlot < slot { runs.append(AudioPlan.Run(slots: nextSlot..<slot)) }
            nextSlot = slot + copied.count
            runs.append(AudioPlan.Run(slots: slot..<nextSlot, firstCopied: copied.lowerBound))
        }
        places.append(AudioPlan.Place(source: source, start: start + shift, exactStart: start))
    }

    mutating func finish(at length: Int64) {
        let end = Int((length + frameSize - 1) / frameSize)
        if nextSlot < end {
            runs.append(AudioPlan.Run(slots: nextSlot..<end))
        } else if let last = runs.indices.last {
            // Its shift may move the last copied packet behind the end.
            runs[last].slots = runs[last].slots.lowerBound..<end
        }
    }

    /// The first packets within a range that follow each other without a hole. A packet decodes to two frames, and needs the
    /// one before it to be decoded truly.
    private func copyable(_ source: Range<Int64>, margin: Int64, isLast: Bool) -> Range<Int> {
        let first = max(1, packets.partitioningIndex { $0 >= source.lowerBound + margin })
        let end = endOfRun(from: first, latest: source.upperBound - margin - 2 * frameSize)
        // Where the output ends with the recording, nothing follows that a seam is needed for.
        if isLast, let last = packets.last, (last + 1...last + frameSize).contains(source.upperBound),
            endOfRun(from: end, latest: last) == packets.count
        {
            return first..<max(first, packets.count)
        }
        return first..<max(first, end)
    }

    /// The end of the packets from `first` on that follow each other without a hole and begin at `latest` at the latest.
    private func endOfRun(from first: Int, latest: Int64) -> Int {
        var end = first
        while end < packets.count, packets[end] <= latest, packets[end] - packets[end - 1] == frameSize { end += 1 }
        return end
    }
}
