import MediaTime
import ReplayTimeline

extension AudioPlan {
    /// Near a seam packets are encoded though they could be copied: there audio is faded, and what is copied must be
    /// as its neighbours were made for.
    private static let margin: Int64 = 1024
    /// Fewer packets are not worth two more seams.
    private static let fewest = 8

    /// Makes the plan.
    /// - Parameters:
    ///   - clips: in the order of the output.
    ///   - duration: of the output.
    ///   - packets: when each packet of the track is heard, in samples, ascending.
    init(
        clips: [Clip], duration: MediaTime, track: Int, packets: [Int64], sampleRate: Int, frameSize: Int = 1024
    ) {
        var planner = AudioRunPlanner(packets: packets, frameSize: Int64(frameSize))
        let rate = Int32(clamping: sampleRate)
        for clip in clips {
            // Both ends come from exact times, so that rounding never adds up.
            let start = clip.start.converted(to: rate, rounding: .nearest).value
            let end = (clip.start + clip.duration).converted(to: rate, rounding: .nearest).value
            let source = clip.source.start.converted(to: rate, rounding: .nearest).value
            planner.add(source..<source + end - start, at: start, margin: Self.margin, fewest: Self.fewest)
        }
        length = duration.converted(to: rate, rounding: .nearest).value
        planner.finish(at: length)
        self.track = track
        self.sampleRate = sampleRate
        self.frameSize = frameSize
        runs = planner.runs
        places = planner.places
    }
}
