/// Frames of one audio track that wait for those of another, silence as a number. A pure value.
struct FrameRun {
    private enum Piece {
        case silence(Int)
        case frame([Float])
    }

    private var pieces: [Piece] = []
    /// Frames that are passed over before the first is taken.
    private var surplus: Int

    /// - Parameter offset: by how many frames the first is late; below zero: so many come too early and are left out.
    init(offset: Int) {
        surplus = max(0, -offset)
        if offset > 0 { pieces = [.silence(offset)] }
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// Frames of silence at its beginning.
    var leadingSilence: Int {
        if case .silence(let count) = pieces.first { count } else { 0 }
    }

    mutating func append(_ frame: [Float]) {
        if surplus > 0 { surplus -= 1 } else { pieces.append(.frame(frame)) }
    }

    mutating func appendSilence(frames: Int) {
        let count = frames - min(surplus, frames)
        surplus -= frames - count
        guard count > 0 else { return }
        if case .silence(let before) = pieces.last {
            pieces[pieces.count - 1] = .silence(before + count)
        } else {
            pieces.append(.silence(count))
        }
    }

    /// Passes over silence at its beginning.
    /// - Parameter frames: no more than there is, where there is any.
    mutating func dropSilence(frames: Int) {
        guard case .silence(let count) = pieces.first else { return }
        if count > frames { pieces[0] = .silence(count - frames) } else { pieces.removeFirst() }
    }

    /// The next frame; nil where it is silent, or there is none.
    mutating func take() -> [Float]? {
        guard case .frame(let samples) = pieces.first else {
            dropSilence(frames: 1)
            return nil
        }
        pieces.removeFirst()
        return samples
    }
}
