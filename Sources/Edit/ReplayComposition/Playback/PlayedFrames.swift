import MediaTime
package import ReplayTimeline

/// The frames that an edit shows, numbered from 0, with their times. They are the frames of a proxy, which may have
/// fewer frames than its recording.
/// A pure value. A proxy frame is left out if the edit keeps none of the recording's frames that it represents.
package struct PlayedFrames: Sendable {
    /// A frame of the edit.
    package struct Frame: Sendable, Equatable {
        /// The number of the frame, from 0.
        package let number: Int
        /// The index of the frame among the times of the proxy.
        package let sample: Int
        /// The time at which the frame appears, in ticks of edited time.
        package let start: Int64
        /// The time for which the frame is shown, in ticks of edited time.
        package let duration: Int64
    }

    /// The frames of one clip.
    private struct Stretch {
        let clip: Clip
        /// The range of indices among the times of the proxy.
        let samples: Range<Int>
        /// The frames that are shown in a fast clip, with their times in ticks of edited time. Nil if all frames are
        /// shown.
        let chosen: [(sample: Int, start: Int64)]?
        /// The number of the clip's first frame.
        let number: Int

        var count: Int { chosen?.count ?? samples.count }
    }

    private let times: [Int64]
    private let stretches: [Stretch]
    /// The number of frames.
    package let count: Int
    /// The duration of the edit, in ticks.
    package let duration: Int64

    /// The maximum number of frames per second in clips that play faster than recorded.
    private static let fastFrameRate: Int64 = 60

    /// - Parameters:
    ///   - times: The times of the proxy's frames in the recording, in its ticks, ascending.
    ///   - recorded: The times of the recording's own frames, in the same ticks.
    ///   - clips: The clips that the edit keeps, in the same ticks.
    package init(times: [Int64], recorded: [Int64], clips: [Clip]) {
        self.times = times
        var stretches: [Stretch] = []
        var number = 0
        for clip in clips {
            let source = clip.source.start.value..<clip.source.end.value
            let samples = Self.samples(in: source, times: times, recorded: recorded)
            // A clip shorter than the proxy's frames may have no frame. The frame before it stays on the screen.
            guard !samples.isEmpty else { continue }
            let chosen = clip.speed > .normal ? Self.chosen(samples, of: clip, times: times) : nil
            stretches.append(Stretch(clip: clip, samples: samples, chosen: chosen, number: number))
            number += stretches[stretches.count - 1].count
        }
        self.stretches = stretches
        count = number
        duration = clips.last.map { $0.edited.end.value } ?? 0
    }

    /// Returns the frames of which a part is shown in `source`.
    private static func samples(in source: Range<Int64>, times: [Int64], recorded: [Int64]) -> Range<Int> {
        let end = times.partitioningIndex { $0 >= source.upperBound }
        let next = times.partitioningIndex { $0 > source.lowerBound }
        guard next > 0 else { return 0..<end }
        // The proxy frame that began before the range is left out if the recording already shows a later frame then.
        let shown = recorded.partitioningIndex { $0 > source.lowerBound } - 1
        let isRemoved = shown >= 0 && recorded[shown] > times[next - 1]
        return (isRemoved ? next : next - 1)..<max(end, isRemoved ? next : next - 1)
    }

    /// Chooses the frames of a fast clip. Each is shown for at least the minimum interval, and the frames in between
    /// are dropped.
    private static func chosen(
        _ samples: Range<Int>, of clip: Clip, times: [Int64]
    ) -> [(sample: Int, start: Int64)] {
        let interval = Int64(clip.start.timescale) / fastFrameRate
        func start(of sample: Int) -> Int64 {
            sample == samples.lowerBound ? clip.start.value : Self.start(of: times[sample], in: clip)
        }
        var chosen: [(sample: Int, start: Int64)] = []
        for sample in samples {
            let due = max(start(of: sample), chosen.last.map { $0.start + interval } ?? .min)
            let next = sample + 1 < samples.upperBound ? start(of: sample + 1) : clip.edited.end.value
            if due < next { chosen.append((sample, due)) }
        }
        return chosen
    }

    private static func start(of time: Int64, in clip: Clip) -> Int64 {
        clip.editedTime(at: MediaTime(value: time, timescale: clip.source.start.timescale), rounding: .nearest).value
    }

    /// Returns the frame with a number in 0..<`count`.
    package subscript(number: Int) -> Frame {
        let stretch = stretches[stretches.partitioningIndex { $0.number > number } - 1]
        let start = start(of: number, in: stretch)
        let isLast = number == stretch.number + stretch.count - 1
        let end =
            isLast
            ? (number + 1 < count ? self.start(of: number + 1) : duration) : self.start(of: number + 1, in: stretch)
        let place = number - stretch.number
        return Frame(
            number: number, sample: stretch.chosen?[place].sample ?? stretch.samples.lowerBound + place, start: start,
            duration: end - start)
    }

    /// Returns the number of the frame that is shown at an instant of the edit, in ticks. A time before the edit gives
    /// the first frame, and a time after it gives the last.
    package func number(at time: Int64) -> Int {
        let time = min(max(0, time), duration)
        let place = max(0, stretches.partitioningIndex { $0.clip.start.value > time } - 1)
        guard stretches.indices.contains(place) else { return 0 }
        let stretch = stretches[place]
        // The first frame is shown from the clip's beginning.
        let numbers = stretch.number + 1..<max(stretch.number + 1, stretch.number + stretch.count)
        return numbers.partitioningIndex { start(of: $0, in: stretch) > time } - 1
    }

    private func start(of number: Int) -> Int64 {
        start(of: number, in: stretches[stretches.partitioningIndex { $0.number > number } - 1])
    }

    /// Returns the time at which a frame appears. The first frame of a clip appears at the clip's beginning, and the
    /// first frame of the edit at 0.
    private func start(of number: Int, in stretch: Stretch) -> Int64 {
        if number == 0 { return 0 }
        if number == stretch.number { return stretch.clip.start.value }
        let place = number - stretch.number
        return stretch.chosen?[place].start
            ?? Self.start(of: times[stretch.samples.lowerBound + place], in: stretch.clip)
    }
}
