import MediaTime
import ReplayLibrary
import ReplayMovie

extension Exporter {
    /// How large the output will be, in bytes, to some hundredths: what is copied is known. Blocks.
    /// - Returns: nil where frames are encoded; how large they become only encoding them tells.
    /// - Throws: as `plan()`.
    package func estimatedBytes() throws -> Int64? {
        guard preset.hls == nil, preset.fileFormat == .mp4 else { return nil }
        let job = try ExportJob(self)
        guard job.plan.rendering == .smart else { return nil }
        return job.estimatedVideoBytes + job.estimatedAudioBytes(preset.audio.bitRate)
    }
}

extension ExportJob {
    /// Bytes that a muxer writes of a sample beside its data: its entries in `stsz`, `stts`, `stco` and the like.
    private static let sampleEntry: Int64 = 14

    /// Encoded frames are as large as those that they take the place of.
    fileprivate var estimatedVideoBytes: Int64 {
        let samples = movie.index.tracks[videoTrack].samples
        let all = samples.reduce(0) { $0 + Int64($1.size) }
        return plan.frames.reduce(0) { sum, span in
            switch span.action {
            case .copy(let range):
                sum + samples[range].reduce(0) { $0 + Int64($1.size) + Self.sampleEntry }
            case .encode:
                sum + Int64(span.frames) * (all / Int64(max(1, samples.count)) + Self.sampleEntry)
            }
        }
    }

    /// - Parameter bitRate: of audio that is encoded, in bits a second.
    fileprivate func estimatedAudioBytes(_ bitRate: Int) -> Int64 {
        guard !movie.index.audioTracks.isEmpty else { return 0 }
        let duration = plan.duration
        guard let audio = plan.audio else { return Int64(saturating: duration.seconds * Double(bitRate) / 8) }
        let samples = movie.index.tracks[audio.track].samples
        let size = samples.reduce(0) { $0 + Int64($1.size) + Self.sampleEntry }
        return Int64(saturating: Double(size) * duration.seconds / max(edit.duration.seconds, 0.001))
    }
}

extension MediaTime {
    fileprivate var seconds: Double { Double(value) / Double(timescale) }
}
