import MediaTime
import ReplayMovie

/// Which samples and packets of an audio track a redaction silences. A pure value.
struct SilencedRange {
    /// How long it takes to fall silent, and to be heard again, in samples: 5 ms at 48 kHz.
    static let fade: Int64 = 240
    /// By how many packets the encoded ones may grow on either side, to end where blocks fit.
    static let margin = 3
    /// Samples in a packet.
    static let frameSize: Int64 = 1024

    /// In samples of the track: wider than what was asked for, for each packet holds what is heard with the next one too, and
    /// none of those that are heard in the range may hold anything else than silence.
    let samples: Range<Int64>
    /// The places of the packets that are encoded anew at least.
    let packets: Range<Int>
    /// How many packets the track has.
    let count: Int

    /// - Parameters:
    ///   - times: when the packets are heard, in samples, ascending.
    ///   - start: where the range begins, in samples.
    ///   - end: where it ends.
    /// - Returns: nil where there is no audio in it.
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

    /// Where nothing at all is heard: beside it a packet may hold a trace of what is heard next to it.
    var silent: Range<Int64> {
        max(0, samples.lowerBound + Self.frameSize)..<max(0, samples.upperBound - Self.frameSize)
    }

    /// All that may be encoded anew.
    var widest: Range<Int> { max(0, packets.lowerBound - Self.margin)..<min(count, packets.upperBound + Self.margin) }

    /// By how much a sample is made less loud.
    func gain(at sample: Int64) -> Float {
        let distance = max(samples.lowerBound - sample, sample - samples.upperBound + 1)
        return distance <= 0 ? 0 : min(1, Float(distance) / Float(Self.fade))
    }
}
