import AAC
import FFmpeg
import ReplayMovie
import ReplayTimeline

/// An audio track of an export, and where it may be heard.
struct HeardTrack {
    let track: Int
    /// In Hz.
    let sampleRate: Int
    let channels: Int
    /// In samples of the recording. Elsewhere the track is silent to the bit, or the edit mutes it.
    let audible: RangeSet<Int64>

    init(_ movie: MovieReader, track: Int, _ edit: Edit) {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        self.track = track
        (sampleRate, channels) = (parameters.sampleRate, parameters.channelCount)
        guard parameters.codecName == "aac", let config = AudioSpecificConfig(parameters.extradata),
            !config.hasExtension, config.sampleRate == sampleRate, Int(index.timescale) == sampleRate
        else {
            audible = RangeSet(Int64.min..<Int64.max)
            return
        }
        let coded = Self.coded(movie, track: track, frameSize: Int64(config.frameSize))
        let gain = GainEnvelope(edit.audioEffects, of: movie, track: track, sampleRate: sampleRate)
        audible = RangeSet(coded).subtracting(RangeSet(gain?.muted ?? []))
    }

    /// Where packets are heard in which something is coded: ascending, disjoint. A block reaches into the next.
    private static func coded(_ movie: MovieReader, track: Int, frameSize: Int64) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for (number, sample) in movie.index.tracks[track].samples.enumerated() {
            guard sample.size > AACWindow.startSize || !isSilent(movie, track, number) else { continue }
            let range = sample.pts..<sample.pts + 2 * frameSize
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func isSilent(_ movie: MovieReader, _ track: Int, _ sample: Int) -> Bool {
        // Who reads the packet is told why it cannot be read.
        (try? movie.bytes(track: track, sample: sample, first: AACWindow.startSize)).flatMap { AACWindow($0) }?.isSilent
            ?? false
    }
}
