/// Divides the pictures of an output into chunks that begin with an IDR. Pure.
struct ChunkPlanner {
    private let length: Int64
    private(set) var chunks: [PlannedChunk] = []
    private var last: ForeseenPicture.Coding?

    /// - Parameter length: of each chunk but the last at least, in ticks.
    init(length: Int64) { self.length = length }

    /// Takes the next picture, in decoding order.
    mutating func add(_ picture: ForeseenPicture) {
        if canBegin(with: picture) { begin(with: picture) }
        chunks[chunks.count - 1].frames += 1
        last = picture.coding
    }

    /// Ends the last chunk.
    mutating func finish(at end: Int64) {
        guard let chunk = chunks.last else { return }
        chunks[chunks.count - 1].range = chunk.range.lowerBound..<max(end, chunk.range.lowerBound)
    }

    /// Two IDRs that follow each other must differ in their ids, and encoders of two chunks do not know of each other: where
    /// every picture is an IDR, on a screen that stands still, a chunk becomes longer; such pictures are few.
    private func canBegin(with picture: ForeseenPicture) -> Bool {
        guard let chunk = chunks.last else { return true }
        guard picture.time - chunk.range.lowerBound >= length, picture.coding != .dependent else { return false }
        return !(last == .encodedIDR && picture.coding == .encodedIDR)
    }

    private mutating func begin(with picture: ForeseenPicture) {
        finish(at: picture.time)
        if case .copiedIDR(let id) = picture.coding, !chunks.isEmpty { chunks[chunks.count - 1].idAfter = id }
        var before: UInt32?
        if case .copiedIDR(let id) = last { before = id }
        chunks.append(
            PlannedChunk(first: picture.place, range: picture.time..<picture.time, frames: 0, idBefore: before))
    }
}
