import MediaTime
import ReplaySources

/// Adds up several streams of one kind, each with a clock of its own, on one even line of samples.
///
/// A pure value.
struct AudioMixer {
    /// What is known of one stream from ``position`` on.
    private struct StreamSamples {
        let start: HostTime
        var timeline = AudioTimeline()
        var samples: [Float] = []
        var hasEnded = false
    }

    let channels: Int
    /// When the next sample is heard that ``take(until:)`` gives.
    private(set) var position: HostTime
    /// The time of the line's sample 0, and how many were taken.
    private let start: HostTime
    private var taken: Int64 = 0
    private var streams: [AudioTarget: StreamSamples] = [:]

    init(channels: Int, start: HostTime) {
        self.channels = channels
        self.start = start
        position = start
    }

    /// Takes samples of a stream; `time` is that of the first.
    mutating func append(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, of stream: AudioTarget) {
        var held = streams[stream] ?? StreamSamples(start: position)
        let count = samples.count / channels
        let placement = held.timeline.place(count, at: SampleClock.samples(in: time - held.start))
        held.samples.append(contentsOf: repeatElement(0, count: placement.silence * channels))
        let rest = UnsafeBufferPointer(rebasing: samples[(placement.skipped * channels)...])
        if placement.stretch == 0 {
            held.samples.append(contentsOf: rest)
        } else {
            let length = count - placement.skipped + placement.stretch
            held.samples.append(contentsOf: SampleStretch(channels: channels)(rest, to: length))
        }
        streams[stream] = held
    }

    /// Says that no more will come of a stream.
    mutating func end(_ stream: AudioTarget) { streams[stream]?.hasEnded = true }

    /// Takes the sum of what all streams have, and at least what is before `deadline`: a stream that is late is silent.
    mutating func take(until deadline: HostTime) -> [Float] {
        let due = max(0, Int(SampleClock.samples(in: deadline - position)))
        let common = streams.values.filter { !$0.hasEnded }.map { $0.samples.count / channels }.min() ?? 0
        let count = max(due, common) * channels
        var sum = [Float](repeating: 0, count: count)
        for (stream, held) in streams {
            for index in 0..<min(count, held.samples.count) { sum[index] += held.samples[index] }
            streams[stream] = rest(of: held, after: count)
        }
        taken += Int64(count / channels)
        position = start + SampleClock.duration(of: taken)
        return sum
    }

    /// nil: the stream is late or has ended, and is waited for no more. What comes of it after all begins anew.
    private func rest(of held: StreamSamples, after count: Int) -> StreamSamples? {
        guard held.samples.count >= count, !held.hasEnded || held.samples.count > count else { return nil }
        var held = held
        held.samples.removeFirst(count)
        return held
    }
}
