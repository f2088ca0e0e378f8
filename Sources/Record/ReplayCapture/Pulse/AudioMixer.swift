import MediaTime
import ReplaySources

/// A mixer of several streams, each with its own clock, into one continuous sequence of samples.
///
/// A pure value.
struct AudioMixer {
    /// The samples of one stream from ``position`` on.
    private struct StreamSamples {
        let start: HostTime
        var timeline = AudioTimeline()
        var samples: [Float] = []
        var hasEnded = false
    }

    let channels: Int
    /// The time of the next sample that ``take(until:)`` returns.
    private(set) var position: HostTime
    /// The time of the mix's sample 0, and the number of samples taken since.
    private let start: HostTime
    private var taken: Int64 = 0
    private var streams: [AudioTarget: StreamSamples] = [:]

    init(channels: Int, start: HostTime) {
        self.channels = channels
        self.start = start
        position = start
    }

    /// Appends samples of a stream. `time` is the time of the first one.
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

    /// Marks a stream as ended.
    mutating func end(_ stream: AudioTarget) { streams[stream]?.hasEnded = true }

    /// Returns the sum of the samples that all streams have, and at least everything before `deadline`. A late stream
    /// counts as silent.
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

    /// Returns the rest of a stream's samples. Nil if the stream is late or has ended, and is dropped. If it delivers
    /// again, it starts as a new stream.
    private func rest(of held: StreamSamples, after count: Int) -> StreamSamples? {
        guard held.samples.count >= count, !held.hasEnded || held.samples.count > count else { return nil }
        var held = held
        held.samples.removeFirst(count)
        return held
    }
}
