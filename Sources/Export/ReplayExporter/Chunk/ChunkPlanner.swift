/// Divides the frames of an output into chunks that begin with an IDR. Pure.
struct ChunkPlanner {
    private let length: Int64
    private(set) var chunks: [PlannedChunk] = []
    private var last: PlannedFrame.Coding?

    /// - Parameter length: of each chunk but the last at least, in ticks.
    init(length: Int64) { self.length = length }

    /// Takes the next frame, in decoding order.
    mutating func add(_ frame: PlannedFrame) {
        if canBegin(with: frame) { begin(with: frame) }
        chunks[chunks.count - 1].frames += 1
        last = frame.coding
    }

    /// Ends the last chunk.
    mutating func finish(at end: Int64) {
        guard let chunk = chunks.last else { return }
        chunks[chunks.count - 1].range = chunk.range.lowerBound..<max(end, chunk.range.lowerBound)
    }

    /// Two IDRs that follow each other must differ in their ids, and encoders of two chunks do not know of each other: where
    /// every frame is an IDR, on a screen that stands still, a chunk becomes longer; such frames are few.
    private func canBegin(with frame: PlannedFrame) -> Bool {
        guard let chunk = chunks.last else { return true }
        guard frame.time - chunk.range.lowerBound >= length, frame.coding != .dependent else { return false }
        return !(last == .encodedIDR && frame.coding == .encodedIDR)
    }

    private mutating func begin(with frame: PlannedFrame) {
        finish(at: frame.time)
        if case .copiedIDR(let id) = frame.coding, !chunks.isEmpty { chunks[chunks.count - 1].idAfter = id }
        var before: UInt32?
        if case .copiedIDR(let id) = last { before = id }
        chunks.append(
            PlannedChunk(first: frame.place, range: frame.time..<frame.time, frames: 0, idBefore: before))
    }
}

/// A part of an export that is rendered by itself, and how it is found in the plan.
struct PlannedChunk: Sendable, Equatable {
    /// Its first frame: an IDR.
    let first: FramePosition
    /// Where it stands in the output, in ticks.
    var range: Range<Int64>
    /// Frames in it.
    var frames: Int
    /// See `FrameStretch`.
    let idBefore: UInt32?
    var idAfter: UInt32?
}
