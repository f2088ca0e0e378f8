import MediaTime
import ReplayMovie

/// The samples and packets of an audio track that a redaction silences. A pure value.
struct SilencedRange {
    /// The duration of the fade out and of the fade in, in samples: 5 ms at 48 kHz.
    static let fade: Int64 = 240
    /// The maximum number of packets added on each side until the AAC windows match.
    static let margin = 3
    /// The number of samples in a packet.
    static let frameSize: Int64 = 1024

    /// The silenced samples of the track. They are more than the requested range, because an AAC packet also affects
    /// the samples of the next one. Every packet that is audible in the range must contain only silence.
    let samples: Range<Int64>
    /// The indices of the packets that must be re-encoded.
    let packets: Range<Int>
    /// The number of packets in the track.
    let count: Int

    /// - Parameters:
    ///   - times: The times of the packets, in samples, ascending.
    ///   - start: The start of the range, in samples.
    ///   - end: The end of the range, in samples.
    /// - Returns: Nil if there is no audio in the range.
    init?(times: [Int64], start: Int64, end: Int64) {
        guard let last = times.last, start < last + Self.frameSize else { return nil }
        let first = max(0, times.partitioningIndex { $0 > start } - 1)
        let final = times.partitioningIndex { $0 >= end } - 1
        guard final >= first else { return nil }
        count = times.count
        samples = (times[first] - Self.frameSize)..<(times[final] + 2 * Self.frameSize)
        let (lower, upper) = (samples.lowerBound - Self.fade, samples.upperBound + Self.fade)
        packets =
            times.partitioningIndex { $0 + 2 * Self.frameSize > lower }..<times.partitioningIndex { $0 >= upper }
    }

    /// The samples that must be completely silent. At the borders, a packet may contain a trace of the audio beside the
    /// range.
    var silent: Range<Int64> {
        max(0, samples.lowerBound + Self.frameSize)..<max(0, samples.upperBound - Self.frameSize)
    }

    /// The indices of all packets that may be re-encoded.
    var widest: Range<Int> { max(0, packets.lowerBound - Self.margin)..<min(count, packets.upperBound + Self.margin) }

    /// Returns the gain of a sample, in 0...1.
    func gain(at sample: Int64) -> Float {
        let distance = max(samples.lowerBound - sample, sample - samples.upperBound + 1)
        return distance <= 0 ? 0 : min(1, Float(distance) / Float(Self.fade))
    }
}
