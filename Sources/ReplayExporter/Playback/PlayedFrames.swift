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
        let source: Range<Int64>
        /// In edited time.
        let start: Int64
        let samples: Range<Int>
        /// The number of its first frame.
        let number: Int
    }

    private let times: [Int64]
    private let stretches: [Stretch]
    /// How many there are.
    package let count: Int
    /// How long the edit is, in ticks.
    package let duration: Int64

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
            stretches.append(Stretch(source: source, start: clip.start.value, samples: samples, number: number))
            number += samples.count
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

    /// The frame of this number, 0 ..< `count`.
    package subscript(number: Int) -> Frame {
        let stretch = stretches[stretches.partitioningIndex { $0.number > number } - 1]
        let start = start(of: number, in: stretch)
        let isLast = number == stretch.number + stretch.samples.count - 1
        let end =
            isLast
            ? (number + 1 < count ? self.start(of: number + 1) : duration) : self.start(of: number + 1, in: stretch)
        return Frame(
            number: number, sample: stretch.samples.lowerBound + number - stretch.number, start: start,
            duration: end - start)
    }

    /// The frame that is shown at an instant of the edit, in ticks; before its beginning, the first one, and beyond its end,
    /// the last one.
    package func number(at time: Int64) -> Int {
        let time = min(max(0, time), duration)
        let place = max(0, stretches.partitioningIndex { $0.start > time } - 1)
        guard stretches.indices.contains(place) else { return 0 }
        let stretch = stretches[place]
        let instant = stretch.source.lowerBound + time - stretch.start
        let found = times[stretch.samples].partitioningIndex { $0 > instant } - 1
        return stretch.number + max(0, found - stretch.samples.lowerBound)
    }

    private func start(of number: Int) -> Int64 {
        start(of: number, in: stretches[stretches.partitioningIndex { $0.number > number } - 1])
    }

    /// The first frame of a clip is shown from its beginning on, that of the edit from 0 on.
    private func start(of number: Int, in stretch: Stretch) -> Int64 {
        if number == 0 { return 0 }
        if number == stretch.number { return stretch.start }
        let sample = stretch.samples.lowerBound + number - stretch.number
        return stretch.start + times[sample] - stretch.source.lowerBound
    }
}
