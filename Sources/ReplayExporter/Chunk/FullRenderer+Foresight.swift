import MediaTime
import ReplayMovie

extension FullRenderer {
    func foresee(_ body: (ForeseenPicture) throws -> Void) throws {
        let walk = try PictureWalk<PictureTimes>(movie, track: videoTrack, showsCamera: plan.camera != nil)
        if let rate = plan.frameRate { return try foresee(walk, at: rate, body) }
        var clock = KeyframeClock(interval: keyframeInterval)
        try walk.pictures(of: plan.stretch) { shown in
            let isKeyframe = clock.isKeyframe(from: shown.start, to: shown.end)
            try body(
                ForeseenPicture(
                    time: shown.start, place: shown.place, coding: isKeyframe ? .encodedIDR : .dependent))
        }
    }

    /// At a constant rate each picture of the output shows what came last, its time taken to the nearest one's.
    private func foresee(
        _ walk: PictureWalk<PictureTimes>, at rate: FrameRate, _ body: (ForeseenPicture) throws -> Void
    ) throws {
        var (number, keyframeDue) = (Int64(0), Int64(0))
        var shown: PicturePlace?
        func repeatShown(until end: Int64) throws {
            guard let shown else { return }
            while number < end {
                let start = rate.startTime(ofFrame: Int(number)) ?? .zero
                let time = start.converted(to: ExportPlan.timescale, rounding: .nearest).value
                let isDue = time >= keyframeDue
                if isDue { keyframeDue = time + keyframeInterval }
                try body(ForeseenPicture(time: time, place: shown, coding: isDue ? .encodedIDR : .dependent))
                number += 1
            }
        }
        let period = rate.framesPerSecond.reciprocal ?? 1
        func frame(at ticks: Int64) -> Int64 {
            MediaTime(value: ticks, timescale: ExportPlan.timescale).ticks(in: period, rounding: .nearest) ?? 0
        }
        try walk.pictures(of: plan.stretch) { next in
            try repeatShown(until: frame(at: next.start))
            shown = next.place
        }
        try repeatShown(until: frame(at: plan.durationTicks))
    }
}
