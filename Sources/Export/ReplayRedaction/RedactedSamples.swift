import FFmpeg
import MediaTime
import ReplayComposition
import ReplayMovie

/// The samples of an audio track after a redaction. They are the track's own samples, silenced, or the sum of a mix's
/// sources, some of which are silenced. Used from one thread.
final class RedactedSamples {
    /// A track that is a source of the samples.
    struct Source {
        let reader: AudioReader
        let isSilenced: Bool
        /// The position at which the reader continues, in samples.
        fileprivate var position: Int64?

        init(_ reader: AudioReader, isSilenced: Bool) { (self.reader, self.isSilenced) = (reader, isSilenced) }
    }

    private var sources: [Source]
    private let range: SilencedRange
    let channels: Int

    init(_ sources: [Source], range: SilencedRange, channels: Int) {
        (self.sources, self.range, self.channels) = (sources, range, channels)
    }

    /// Returns one plane for each channel, with the samples from `start` on.
    func samples(from start: Int64, count: Int) throws -> [[Float]] {
        var planes = Array(repeating: Array(repeating: Float(0), count: count), count: channels)
        for place in sources.indices { try add(place, to: &planes, from: start) }
        return planes
    }

    private func add(_ place: Int, to planes: inout [[Float]], from start: Int64) throws {
        let (reader, count) = (sources[place].reader, planes[0].count)
        if sources[place].position != start { try reader.seek(to: start) }
        var done = 0
        while done < count {
            let frame = try reader.read(from: start + Int64(done), count: count - done)
            for channel in planes.indices {
                // The last channel of a source with fewer channels is used for the remaining ones.
                let own = min(channel, frame.channelCount - 1)
                try frame.withSamples(ofChannel: own) { samples in
                    for (number, sample) in samples.enumerated() {
                        let gain = sources[place].isSilenced ? range.gain(at: start + Int64(done + number)) : 1
                        planes[channel][done + number] += sample * gain
                    }
                }
            }
            done += frame.sampleCount
        }
        sources[place].position = start + Int64(count)
    }
}
