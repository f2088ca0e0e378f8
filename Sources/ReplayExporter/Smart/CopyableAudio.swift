import FFmpeg
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension ExportPlan.CopiedTrack {
    /// - Returns: nil for a track whose packets cannot stand beside those of our encoder: other codecs, more than two
    ///   channels, times that are coarser than its samples, blocks that do not overlap with ours.
    init?(_ movie: MovieReader, track: Int, _ edit: Edit) {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        guard parameters.codecName == "aac", let config = AudioSpecificConfig(parameters.extradata),
            config.frameSize == 1024, (1...2).contains(config.channels), !config.hasExtension,
            config.sampleRate == Int(index.timescale), config.sampleRate == parameters.sampleRate,
            Self.overlapsWithOurs(movie, track)
        else { return nil }
        self.init(track: track, packets: index.samples.map(\.pts), sampleRate: config.sampleRate)
        altered = GainEnvelope(edit.audioEffects, of: movie, track: track, sampleRate: sampleRate)?.ranges ?? []
    }

    /// Judged by some packets from all over the track.
    private static func overlapsWithOurs(_ movie: MovieReader, _ track: Int) -> Bool {
        let count = movie.index.tracks[track].samples.count
        let windows = stride(from: 0, to: count, by: max(1, count / looks)).compactMap { sample in
            // Who copies the packet is told why it cannot be read.
            (try? movie.bytes(track: track, sample: sample, first: 8)).flatMap { AACWindow($0) }
        }
        return windows.count { $0.isLongSine } * 4 <= windows.count
    }

    private static let looks = 64
}
