import Dispatch
import FFmpeg
package import MediaTime
import ReplayComposition
import ReplayLibrary
package import ReplayMovie
package import ReplayRendering

/// Decodes frames once and encodes them in all lanes concurrently. Each lane's frame is scaled from that of the
/// previous, larger lane, because scaling costs as much as encoding. Blocking: call it on a dedicated thread.
package struct LadderRenderer {
    /// The times of the keyframes.
    package enum Keyframes {
        /// Keyframes at most this many ticks apart.
        case every(Int64)
        /// Keyframes at these times, ascending: the keyframes of another rendition.
        case at([Int64])
    }

    /// The plan of the first lane.
    package let plan: ExportPlan
    package let movie: MovieReader
    package let videoTrack: Int
    package let keyframes: Keyframes

    package init(plan: ExportPlan, movie: MovieReader, videoTrack: Int, keyframes: Keyframes) {
        self.plan = plan
        self.movie = movie
        self.videoTrack = videoTrack
        self.keyframes = keyframes
    }

    /// Renders all lanes.
    /// - Parameters:
    ///   - lanes: The lanes. No lane is larger than the one before it.
    ///   - progress: Called with the finished part of the duration. Returns false to cancel.
    package func render(_ lanes: [RenditionEncoder], progress: (MediaTime) -> Bool) throws {
        var times = KeyframeTimes(keyframes)
        let composer = FrameComposer(
            plan.composition, timescale: movie.index.tracks[videoTrack].timescale,
            pixelAspect: movie.streams[videoTrack].parameters.sampleAspectRatio)
        let walk = try FrameIterator<FrameReader>(movie, track: videoTrack, showsCamera: plan.composition.showsCamera)
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
        try FrameCheck(plan, movie: movie, track: videoTrack).check(plan.stretch, made: made)
        try sideBySide(lanes.map { ($0, ()) }) { lane, _ in lane.finish() }
    }

    /// Returns a frame in the size of each lane that encodes it.
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
        _ work: [(RenditionEncoder, Value)], perform body: @Sendable (RenditionEncoder, Value) -> Void
    ) throws {
        // Each lane is in the list once, so only one thread uses it. This thread waits for all of them.
        nonisolated(unsafe) let work = work
        DispatchQueue.concurrentPerform(iterations: work.count) { body(work[$0].0, work[$0].1) }
        for (lane, _) in work { try lane.check() }
    }
}

extension LadderRenderer {
    /// An iterator of the keyframe times, in step with the frames.
    private struct KeyframeTimes {
        private var clock: KeyframeClock?
        private var given: ArraySlice<Int64> = []

        init(_ keyframes: Keyframes) {
            switch keyframes {
            case .every(let interval): clock = KeyframeClock(interval: interval)
            case .at(let times): given = times[...]
            }
        }

        /// Returns the keyframe times within the range in which a frame is shown.
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
