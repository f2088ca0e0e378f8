/// A queue of one audio track's frames that wait for another track. Silence is stored as a count. A pure value.
struct FrameRun {
    private enum Piece {
        case silence(Int)
        case frame([Float])
    }

    private var pieces: [Piece] = []
    /// The number of frames to drop before the first one is kept.
    private var surplus: Int

    /// - Parameter offset: The number of frames of silence before the first one. If negative, that many frames are
    ///   dropped.
    init(offset: Int) {
        surplus = max(0, -offset)
        if offset > 0 { pieces = [.silence(offset)] }
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// The number of silent frames at its beginning.
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

    /// Removes silent frames from its beginning.
    /// - Parameter frames: The number of frames, at most `leadingSilence`.
    mutating func dropSilence(frames: Int) {
        guard case .silence(let count) = pieces.first else { return }
        if count > frames { pieces[0] = .silence(count - frames) } else { pieces.removeFirst() }
    }

    /// Removes the next frame. Returns nil if it is silent or does not exist.
    mutating func take() -> [Float]? {
        guard case .frame(let samples) = pieces.first else {
            dropSilence(frames: 1)
            return nil
        }
        pieces.removeFirst()
        return samples
    }
}
