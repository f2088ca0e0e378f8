import MediaTime
import ReplayTimeline

/// A planner that chooses, clip by clip, the audio packets to copy and their positions in the output. A pure value
/// without I/O.
struct AudioRunPlanner {
    private let packets: [Int64]
    private let frameSize: Int64
    private(set) var runs: [AudioPlan.Run] = []
    private(set) var places: [AudioPlan.Place] = []
    /// The distance of the audio from its exact position, in samples. It is computed again at each copied run, so it
    /// does not accumulate.
    private var shift: Int64 = 0
    private var nextSlot = -1

    init(packets: [Int64], frameSize: Int64) {
        self.packets = packets
        self.frameSize = frameSize
    }

    /// A part of a clip with the same treatment throughout.
    struct Piece {
        /// The range in the recording, in samples.
        let source: Range<Int64>
        /// The exact start in the output, in samples.
        let start: Int64
        /// The number of samples in the output.
        let length: Int64
        let speed: Speed
        let isAltered: Bool
    }

    /// Divides a clip into pieces.
    /// - Parameter altered: The ranges in which the volume is changed; ascending, disjoint.
    static func pieces(
        of source: Range<Int64>, at start: Int64, length: Int64, speed: Speed, altered: [Range<Int64>]
    ) -> [Piece] {
        guard speed == .normal else {
            return [Piece(source: source, start: start, length: length, speed: speed, isAltered: true)]
        }
        var pieces: [Piece] = []
        func add(_ range: Range<Int64>, isAltered: Bool) {
            guard !range.isEmpty else { return }
            pieces.append(
                Piece(
                    source: range, start: start + range.lowerBound - source.lowerBound, length: Int64(range.count),
                    speed: .normal, isAltered: isAltered))
        }
        var end = source.lowerBound
        for range in altered[altered.partitioningIndex(where: { $0.upperBound > source.lowerBound })...] {
            guard range.lowerBound < source.upperBound else { break }
            let inside = range.clamped(to: source)
            add(end..<inside.lowerBound, isAltered: false)
            add(inside, isAltered: true)
            end = inside.upperBound
        }
        add(end..<source.upperBound, isAltered: false)
        // A clip may be shorter than one sample.
        return pieces.isEmpty
            ? [Piece(source: source, start: start, length: 0, speed: .normal, isAltered: false)] : pieces
    }

    /// Adds the next clip.
    /// - Parameters:
    ///   - pieces: The pieces of the clip.
    ///   - margin: The number of samples after its start and before its end that copied packets must not touch.
    ///   - fewest: The minimum number of packets in a copied run.
    ///   - isLast: True if the output ends with this clip.
    mutating func add(_ pieces: [Piece], margin: Int64, fewest: Int, isLast: Bool) {
        let copied = pieces.enumerated().map { number, piece -> Range<Int> in
            guard !piece.isAltered else { return 0..<0 }
            let copied = copyable(piece.source, margin: margin, isLast: isLast && number == pieces.count - 1)
            return copied.count >= fewest ? copied : 0..<0
        }
        // All pieces of a clip get the same shift, so that there is no audible seam between them.
        if let first = copied.indices.first(where: { !copied[$0].isEmpty }) {
            let exact = exactStart(of: copied[first], in: pieces[first])
            shift = (exact + frameSize / 2) / frameSize * frameSize - exact
        }
        for (piece, packets) in zip(pieces, copied) {
            if !packets.isEmpty { append(packets, from: exactStart(of: packets, in: piece) + shift) }
            places.append(
                AudioPlan.Place(
                    source: piece.source, start: piece.start + shift, exactStart: piece.start, length: piece.length,
                    speed: piece.speed, isAltered: piece.isAltered))
        }
    }

    private func exactStart(of copied: Range<Int>, in piece: Piece) -> Int64 {
        packets[copied.lowerBound] - piece.source.lowerBound + piece.start
    }

    private mutating func append(_ copied: Range<Int>, from start: Int64) {
        // After a gap in the track, packets may not align with the packet grid of the output.
        guard start % frameSize == 0 else { return }
        let slot = Int(start / frameSize)
        if nextSlot < slot { runs.append(AudioPlan.Run(slots: nextSlot..<slot)) }
        nextSlot = slot + copied.count
        runs.append(AudioPlan.Run(slots: slot..<nextSlot, firstCopied: copied.lowerBound))
    }

    mutating func finish(at length: Int64) {
        let end = Int((length + frameSize - 1) / frameSize)
        if nextSlot < end {
            runs.append(AudioPlan.Run(slots: nextSlot..<end))
        } else if let last = runs.indices.last {
            // The shift may move the last copied packet past the end.
            runs[last].slots = runs[last].slots.lowerBound..<end
        }
    }

    /// Returns the first packets within a range that follow each other without a gap. The decoded audio of an AAC
    /// packet overlaps its neighbours: a packet affects two frames, and its decoder needs the packet before it.
    private func copyable(_ source: Range<Int64>, margin: Int64, isLast: Bool) -> Range<Int> {
        let first = max(1, packets.partitioningIndex { $0 >= source.lowerBound + margin })
        let end = endOfRun(from: first, latest: source.upperBound - margin - 2 * frameSize)
        // If the output ends with the recording, no seam is needed at the end.
        if isLast, let last = packets.last, (last + 1...last + frameSize).contains(source.upperBound),
            endOfRun(from: end, latest: last) == packets.count
        {
            return first..<max(first, packets.count)
        }
        return first..<max(first, end)
    }

    /// Returns the end of the packets that follow each other without a gap from `first` on. The last of them begins at
    /// `latest` or earlier.
    private func endOfRun(from first: Int, latest: Int64) -> Int {
        var end = first
        while end < packets.count, packets[end] <= latest, packets[end] - packets[end - 1] == frameSize { end += 1 }
        return end
    }
}
