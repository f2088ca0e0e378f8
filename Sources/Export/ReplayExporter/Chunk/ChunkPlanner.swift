package import ReplayRendering

/// Divides the frames of an output into chunks that begin with an IDR. A pure value.
struct ChunkPlanner {
    private let length: Int64
    private(set) var chunks: [PlannedChunk] = []
    private var last: PlannedFrame.Coding?

    /// - Parameter length: The minimum duration of each chunk except the last, in ticks.
    init(length: Int64) { self.length = length }

    /// Adds the next frame, in decoding order.
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

    /// Returns true if a chunk can begin with a frame. Two consecutive IDRs must differ in idr_pic_id, and the encoders
    /// of two chunks do not know each other's values. A chunk therefore becomes longer if every frame is an encoded
    /// IDR, as on a still screen. Such frames are few.
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

/// A part of an export that is rendered separately, and its place in the plan.
package struct PlannedChunk: Sendable, Equatable {
    /// The position of the first frame, an IDR.
    package let first: FramePosition
    /// The chunk's range in the output, in ticks.
    package var range: Range<Int64>
    /// The number of frames in the chunk.
    package var frames: Int
    /// The idr_pic_id of the frame before the chunk: see `FrameStretch`.
    let idBefore: UInt32?
    var idAfter: UInt32?
}
