import FFmpeg
import MediaTime
import ReplayMovie

/// The samples of an audio track after a redaction: its own, silenced; or of a mix, the sum of its sources, of which some are.
/// Used from one thread.
final class RedactedSamples {
    /// A track that is heard.
    struct Source {
        let reader: AudioReader
        let isSilenced: Bool
        /// Where the reader goes on.
        fileprivate var position: Int64?

        init(_ reader: AudioReader, isSilenced: Bool) { (self.reader, self.isSilenced) = (reader, isSilenced) }
    }

    private var sources: [Source]
    private let range: SilencedRange
    let channels: Int

    init(_ sources: [Source], range: SilencedRange, channels: Int) {
        (self.sources, self.range, self.channels) = (sources, range, channels)
    }

    /// A plane for each channel of the samples from `start` on.
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
                // One that has fewer channels is heard in all of them.
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
