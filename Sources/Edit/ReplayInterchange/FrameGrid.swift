package import MediaTime
package import ReplayTimeline

/// An edit in whole frames, for formats that count them.
package struct FrameGrid: Sendable {
    /// A clip in frames; neither of its ranges is empty.
    package struct Clip: Hashable, Sendable {
        /// Of the recording.
        package var source: Range<Int>
        /// Where it stands in the edit.
        package let edited: Range<Int>
        package let speed: Speed
    }

    package let rate: FrameRate
    /// How many frames the recording has.
    package let frameCount: Int
    /// In order, end to end; what is shorter than half a frame has none.
    package private(set) var clips: [Clip] = []
    /// How many clips of the edit do not begin and end with a frame.
    package private(set) var movedCount = 0

    /// Each clip begins in the edit with the nearest frame, so that all of them together are as long as the edit to half
    /// a frame.
    package init(_ edit: Edit, rate: FrameRate) {
        self.rate = rate
        frameCount = max(1, rate.nearestFrame(to: edit.duration))
        for clip in edit.clips {
            let edited = rate.nearestFrame(to: clip.start)..<rate.nearestFrame(to: clip.edited.end)
            let source = rate.nearestFrame(to: clip.source.start)..<rate.nearestFrame(to: clip.source.end)
            if !rate.isFrame(clip.source.start) || !rate.isFrame(clip.source.end) && clip.source.end < edit.duration {
                movedCount += 1
            }
            guard !edited.isEmpty else { continue }
            clips.append(Clip(source: fitted(source, to: edited.count, clip.speed), edited: edited, speed: clip.speed))
        }
    }

    /// The frames of the recording, after those of the clip before: as many as are shown, where the speed is normal.
    private func fitted(_ source: Range<Int>, to count: Int, _ speed: Speed) -> Range<Int> {
        let first = max(source.lowerBound, clips.last?.source.upperBound ?? 0)
        let length = speed == .normal ? count : max(1, source.upperBound - first)
        let start = max(0, min(first, frameCount - length))
        return start..<start + length
    }
}

extension FrameRate {
    func nearestFrame(to time: MediaTime) -> Int {
        let dividend = Int128(time.value) * Int128(framesPerSecond.numerator)
        let divisor = Int128(time.timescale) * Int128(framesPerSecond.denominator)
        return Int(clamping: Rounding.nearest.quotient(dividend, by: divisor))
    }

    /// Whether a frame begins just then, to the tick.
    fileprivate func isFrame(_ time: MediaTime) -> Bool {
        startTime(ofFrame: nearestFrame(to: time))?.converted(to: time.timescale, rounding: .nearest) == time
    }
}
