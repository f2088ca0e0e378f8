import Dispatch
import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Decodes frames once and encodes them in all lanes, side by side; each lane's frame is made of the lane's before it,
/// which is larger: scaling costs as much as encoding. Blocks: it wants a thread of its own.
struct LadderRenderer {
    /// Where keyframes are.
    enum Keyframes {
        /// So often that they are never further apart than this, in ticks.
        case every(Int64)
        /// There, ascending: where another rendition has them.
        case at([Int64])
    }

    /// The first lane's plan.
    let plan: ExportPlan
    let movie: MovieReader
    let videoTrack: Int
    let keyframes: Keyframes

    /// - Parameters:
    ///   - lanes: none larger than the one before it.
    ///   - progress: called with how much is done; false cancels.
    func render(_ lanes: [RenditionEncoder], progress: (MediaTime) -> Bool) throws {
        var times = KeyframeTimes(keyframes)
        let composer = FrameComposer(
            plan, timescale: movie.index.tracks[videoTrack].timescale,
            pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let walk = try FrameIterator<FrameReader>(movie, track: videoTrack, showsCamera: plan.cameraLayout != nil)
        var made: [Int: Int] = [:]
        try walk.frames(of: plan.stretch) { shown in
            made[shown.place.span, default: 0] += 1
            guard progress(MediaTime(value: shown.start, timescale: ExportPlan.timescale)) else {
                throw ExportError.cancelled
            }
            let range = shown.start..<shown.end
            let wanted = times.take(range)
            let frames = try self.frames(for: lanes, of: shown, composer)
            try sideBySide(frames) { lane, frame in lane.take(frame, shown: range, keyframes: wanted) }
        }
        try FrameCheck(plan, movie, track: videoTrack).check(plan.stretch, made: made)
        try sideBySide(lanes.map { ($0, ()) }) { lane, _ in lane.finish() }
    }

    /// A frame in the size of each lane that wants it.
    private func frames(
        for lanes: [RenditionEncoder], of shown: ShownFrame<Frame>, _ composer: FrameComposer
    ) throws -> [(RenditionEncoder, Frame)] {
        var made: [(RenditionEncoder, Frame)] = []
        for lane in lanes where lane.wants(until: shown.end) {
            let frame = try made.last.map { try lane.fit($0.1) } ?? composer.compose(shown)
            made.append((lane, frame))
        }
        return made
    }

    private func sideBySide<Value: Sendable>(
        _ work: [(RenditionEncoder, Value)], _ body: @Sendable (RenditionEncoder, Value) -> Void
    ) throws {
        // Each lane is in the list once, so that one thread alone has it; and this thread waits for them all.
        nonisolated(unsafe) let work = work
        DispatchQueue.concurrentPerform(iterations: work.count) { body(work[$0].0, work[$0].1) }
        for (lane, _) in work { try lane.check() }
    }
}

extension LadderRenderer {
    /// The times of keyframes, as the frames come.
    private struct KeyframeTimes {
        private var clock: KeyframeClock?
        private var given: ArraySlice<Int64> = []

        init(_ keyframes: Keyframes) {
            switch keyframes {
            case .every(let interval): clock = KeyframeClock(interval: interval)
            case .at(let times): given = times[...]
            }
        }

        /// Those from the beginning of a frame until the next one.
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
