import MediaTime
package import ReplayTimeline

/// The frames that an edit shows, numbered from 0, and when: what is played of a proxy, which may have fewer frames than its
/// recording.
///
/// A pure value. No frame is shown of which the recording shows nothing in what the edit keeps.
package struct PlayedFrames: Sendable {
    /// A frame of the edit.
    package struct Frame: Sendable, Equatable {
        /// From 0.
        package let number: Int
        /// Its place among the times of the proxy.
        package let sample: Int
        /// When it comes on the screen, and for how long, in ticks of edited time.
        package let start: Int64
        package let duration: Int64
    }

    /// What a clip shows.
    private struct Stretch {
        let clip: Clip
        /// Places among the times of the proxy.
        let samples: Range<Int>
        /// Where the clip plays so fast that not all are shown: those that are, and when, in ticks of edited time.
        let chosen: [(sample: Int, start: Int64)]?
        /// The number of its first frame.
        let number: Int

        var count: Int { chosen?.count ?? samples.count }
    }

    private let times: [Int64]
    private let stretches: [Stretch]
    /// How many there are.
    package let count: Int
    /// How long the edit is, in ticks.
    package let duration: Int64

    /// Frames per second, at most, of what plays faster than it was recorded.
    private static let fastFrameRate: Int64 = 60

    /// - Parameters:
    ///   - times: when the proxy's frames come on the screen in the recording, in its ticks, ascending.
    ///   - recorded: the same of the recording's own frames.
    ///   - clips: what the edit keeps, in the same ticks.
    package init(times: [Int64], recorded: [Int64], clips: [Clip]) {
        self.times = times
        var stretches: [Stretch] = []
        var number = 0
        for clip in clips {
            let source = clip.source.start.value..<clip.source.end.value
            let samples = Self.samples(in: source, times, recorded)
            // A clip shorter than the proxy's frames goes on with what is shown before it.
            guard !samples.isEmpty else { continue }
            let chosen = clip.speed > .normal ? Self.chosen(samples, of: clip, times) : nil
            stretches.append(Stretch(clip: clip, samples: samples, chosen: chosen, number: number))
            number += stretches[stretches.count - 1].count
        }
        self.stretches = stretches
        count = number
        duration = clips.last.map { $0.edited.end.value } ?? 0
    }

    /// The frames of which something is shown in `source`.
    private static func samples(in source: Range<Int64>, _ times: [Int64], _ recorded: [Int64]) -> Range<Int> {
        let end = times.partitioningIndex { $0 >= source.upperBound }
        let next = times.partitioningIndex { $0 > source.lowerBound }
        guard next > 0 else { return 0..<end }
        // Of the frame that began before it nothing is kept where the recording shows another by then.
        let shown = recorded.partitioningIndex { $0 > source.lowerBound } - 1
        let isRemoved = shown >= 0 && recorded[shown] > times[next - 1]
        return (isRemoved ? next : next - 1)..<max(end, isRemoved ? next : next - 1)
    }

    /// Each frame is shown for long enough, and what comes meanwhile is left out.
    private static func chosen(
        _ samples: Range<Int>, of clip: Clip, _ times: [Int64]
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

    /// The frame of this number, 0 ..< `count`.
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

    /// The frame that is shown at an instant of the edit, in ticks; before its beginning, the first one, and beyond its end,
    /// the last one.
    package func number(at time: Int64) -> Int {
        let time = min(max(0, time), duration)
        let place = max(0, stretches.partitioningIndex { $0.clip.start.value > time } - 1)
        guard stretches.indices.contains(place) else { return 0 }
        let stretch = stretches[place]
        // The first number is shown from the clip's beginning on.
        let numbers = stretch.number + 1..<max(stretch.number + 1, stretch.number + stretch.count)
        return numbers.partitioningIndex { start(of: $0, in: stretch) > time } - 1
    }

    private func start(of number: Int) -> Int64 {
        start(of: number, in: stretches[stretches.partitioningIndex { $0.number > number } - 1])
    }

    /// The first frame of a clip is shown from its beginning on, that of the edit from 0 on.
    private func start(of number: Int, in stretch: Stretch) -> Int64 {
        if number == 0 { return 0 }
        if number == stretch.number { return stretch.clip.start.value }
        let place = number - stretch.number
        return stretch.chosen?[place].start
            ?? Self.start(of: times[stretch.samples.lowerBound + place], in: stretch.clip)
    }
}
