import AAC
import FFmpeg
import ReplayComposition
import ReplayMovie
import ReplayTimeline

/// An audio track of an export, with the ranges in which it may be audible.
struct HeardTrack {
    let track: Int
    /// The sample rate, in Hz.
    let sampleRate: Int
    let channels: Int
    /// The audible ranges, in samples of the recording. Elsewhere the track is digital silence, or the edit mutes it.
    let audible: RangeSet<Int64>

    init(_ movie: MovieReader, track: Int, edit: Edit) {
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

    /// Returns the sample ranges of packets that are not digital silence; ascending, disjoint. An AAC packet also
    /// affects the next frame.
    private static func coded(_ movie: MovieReader, track: Int, frameSize: Int64) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for (number, sample) in movie.index.tracks[track].samples.enumerated() {
            guard sample.size > AACWindow.startSize || !isSilent(movie, track: track, sample: number) else { continue }
            let range = sample.pts..<sample.pts + 2 * frameSize
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    private static func isSilent(_ movie: MovieReader, track: Int, sample: Int) -> Bool {
        // If the packet cannot be read, the error surfaces when it is used.
        (try? movie.bytes(track: track, sample: sample, first: AACWindow.startSize)).flatMap { AACWindow($0) }?.isSilent
            ?? false
    }
}
