import FFmpeg
import ReplayMovie

extension ExportPlan.CopiedTrack {
    /// - Returns: nil for a track whose packets cannot stand beside those of our encoder: other codecs, more than two
    ///   channels, times that are coarser than its samples.
    init?(_ movie: MovieReader, track: Int) {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        guard parameters.codecName == "aac", let config = AudioSpecificConfig(parameters.extradata),
            config.frameSize == 1024, (1...2).contains(config.channels), !config.hasExtension,
            config.sampleRate == Int(index.timescale), config.sampleRate == parameters.sampleRate
        else { return nil }
        self.init(track: track, packets: index.samples.map(\.pts), sampleRate: config.sampleRate)
    }
}
