package import MediaTime
package import ReplayTimeline

/// An edit in whole frames, for formats that count frames.
package struct FrameGrid: Sendable {
    /// A clip in frames; neither range is empty.
    package struct Clip: Hashable, Sendable {
        /// The range of the recording.
        package var source: Range<Int>
        /// The range in the edit.
        package let edited: Range<Int>
        package let speed: Speed
    }

    package let rate: FrameRate
    /// The number of frames of the recording.
    package let frameCount: Int
    /// The clips in order, contiguous in the edit. A clip that rounds to no frame is left out.
    package private(set) var clips: [Clip] = []
    /// The number of clips of the edit that do not begin and end on a frame boundary.
    package private(set) var movedCount = 0

    /// Creates the grid. Each clip begins at the nearest frame of the edit, so the total duration is exact to half
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
            clips.append(
                Clip(source: fitted(source, to: edited.count, at: clip.speed), edited: edited, speed: clip.speed))
        }
    }

    /// Returns the frames of the recording for a clip, after those of the clip before. At normal speed, `count` frames.
    private func fitted(_ source: Range<Int>, to count: Int, at speed: Speed) -> Range<Int> {
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

    /// Returns true if a frame begins exactly at this tick.
    fileprivate func isFrame(_ time: MediaTime) -> Bool {
        startTime(ofFrame: nearestFrame(to: time))?.converted(to: time.timescale, rounding: .nearest) == time
    }
}
