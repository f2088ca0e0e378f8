import MediaTime
import ReplayTimeline

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

    /// A part of a clip, all of which is heard in one way.
    struct Piece {
        /// The samples of the recording.
        let source: Range<Int64>
        /// Where in the output they should begin.
        let start: Int64
        /// How many they are there.
        let length: Int64
        let speed: Speed
        let isAltered: Bool
    }

    /// Divides a clip.
    /// - Parameter altered: where audio is louder or less loud; ascending, disjoint.
    static func pieces(
        of source: Range<Int64>, at start: Int64, length: Int64, speed: Speed, altered: [Range<Int64>]
    ) -> [Piece] {
        guard speed == .normal else {
            return [Piece(source: source, start: start, length: length, speed: speed, isAltered: true)]
        }
        var pieces: [Piece] = []
        func add(_ range: Range<Int64>, _ isAltered: Bool) {
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
            add(end..<inside.lowerBound, false)
            add(inside, true)
            end = inside.upperBound
        }
        add(end..<source.upperBound, false)
        // A clip may be shorter than a sample.
        return pieces.isEmpty
            ? [Piece(source: source, start: start, length: 0, speed: .normal, isAltered: false)] : pieces
    }

    /// - Parameters:
    ///   - pieces: of the next clip.
    ///   - margin: samples after the beginning, and before the end, that no copied packet may reach into.
    ///   - fewest: the least number of packets that are copied.
    ///   - isLast: whether the output ends with it.
    mutating func add(_ pieces: [Piece], margin: Int64, fewest: Int, isLast: Bool) {
        let copied = pieces.enumerated().map { number, piece -> Range<Int> in
            guard !piece.isAltered else { return 0..<0 }
            let copied = copyable(piece.source, margin: margin, isLast: isLast && number == pieces.count - 1)
            return copied.count >= fewest ? copied : 0..<0
        }
        // All of a clip is shifted alike, so that nothing is heard where one piece follows another.
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
        // Behind a hole in the track, packets may stand where none fits.
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
