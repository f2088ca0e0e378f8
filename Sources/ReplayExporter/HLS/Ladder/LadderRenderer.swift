import Dispatch
import FFmpeg
import MediaTime
import ReplayMovie

/// Decodes pictures once and encodes them in all lanes, side by side. Blocks: it wants a thread of its own.
struct LadderRenderer {
    /// Where keyframes are.
    enum Keyframes {
        /// So often that they are never further apart than this, in ticks.
        case every(Int64)
        /// There, ascending: where another rendition has them.
        case at([Int64])
    }

    /// A plan that encodes all pictures; of which rung does not matter.
    let plan: ExportPlan
    let movie: MovieReader
    let videoTrack: Int
    let keyframes: Keyframes

    /// - Parameter progress: called with how much is done; false cancels.
    func render(_ lanes: [Lane], progress: (MediaTime) -> Bool) throws {
        var times = KeyframeTimes(keyframes)
        let walk = try PictureWalk(movie, track: videoTrack, showsCamera: plan.camera != nil)
        try walk.pictures(of: plan) { shown in
            guard progress(MediaTime(value: shown.start, timescale: ExportPlan.timescale)) else {
                throw ExportError.cancelled
            }
            let wanted = times.take(shown.start..<shown.end)
            try onAll(lanes) { $0.take(shown, keyframes: wanted) }
        }
        try onAll(lanes) { $0.finish() }
    }

    private func onAll(_ lanes: [Lane], _ body: @Sendable (Lane) -> Void) throws {
        DispatchQueue.concurrentPerform(iterations: lanes.count) { body(lanes[$0]) }
        for lane in lanes { try lane.check() }
    }
}

extension LadderRenderer {
    /// The times of keyframes, as the pictures come.
    private struct KeyframeTimes {
        private var clock: KeyframeClock?
        private var given: ArraySlice<Int64> = []

        init(_ keyframes: Keyframes) {
            switch keyframes {
            case .every(let interval): clock = KeyframeClock(interval: interval)
            case .at(let times): given = times[...]
            }
        }

        /// Those from the beginning of a picture until the next one.
        mutating func take(_ shown: Range<Int64>) -> [Int64] {
            guard var clock else {
                let taken = given.prefix { $0 < shown.upperBound }
                given = given.dropFirst(taken.count)
                return Array(taken)
            }
            defer { self.clock = clock }
            let first = clock.isKeyframe(from: shown.lowerBound, to: shown.upperBound) ? [shown.lowerBound] : []
            return first + clock.repeats(until: shown.upperBound)
        }
    }
}
