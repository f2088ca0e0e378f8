import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

extension FullRenderer {
    package func forEachPlannedFrame(_ body: (PlannedFrame) throws -> Void) throws {
        let walk = try FrameIterator<FrameTimes>(movie, track: videoTrack, showsCamera: plan.composition.showsCamera)
        if let rate = plan.frameRate { return try forEachPlannedFrame(of: walk, at: rate, body) }
        var clock = KeyframeClock(interval: keyframeInterval)
        try walk.frames(of: plan.stretch) { shown in
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            try body(
                PlannedFrame(
                    time: shown.start, place: shown.place, coding: isKeyframe ? .encodedIDR : .dependent))
        }
    }

    /// At a constant frame rate, each frame of the output shows the latest frame of the recording. Its time is rounded
    /// to the nearest output frame.
    private func forEachPlannedFrame(
        of walk: FrameIterator<FrameTimes>, at rate: FrameRate, _ body: (PlannedFrame) throws -> Void
    ) throws {
        var (number, keyframeDue) = (Int64(0), Int64(0))
        var shown: FramePosition?
        func repeatShown(until end: Int64) throws {
            guard let shown else { return }
            while number < end {
                let start = rate.startTime(ofFrame: Int(number)) ?? .zero
                let time = start.converted(to: ExportPlan.timescale, rounding: .nearest).value
                let isDue = time >= keyframeDue
                if isDue { keyframeDue = time + keyframeInterval }
                try body(PlannedFrame(time: time, place: shown, coding: isDue ? .encodedIDR : .dependent))
                number += 1
            }
        }
        let period = rate.framesPerSecond.reciprocal ?? 1
        func frame(at ticks: Int64) -> Int64 {
            MediaTime(value: ticks, timescale: ExportPlan.timescale).ticks(in: period, rounding: .nearest) ?? 0
        }
        try walk.frames(of: plan.stretch) { next in
            try repeatShown(until: frame(at: next.start))
            shown = next.place
        }
        try repeatShown(until: frame(at: plan.durationTicks))
    }
}
