import MediaTime
import ReplayMovie

extension ExportJob {
    /// How large the output's frames will be, in bytes, where they are copied: the few that are encoded are as large as
    /// those that they take the place of.
    var copiedVideoBytes: Int64 {
        let samples = movie.index.tracks[videoTrack].samples
        let all = samples.reduce(0) { $0 + Int64($1.size) }
        return plan.frames.reduce(0) { sum, span in
            switch span.action {
            case .copy(let range): sum + samples[range].reduce(0) { $0 + Int64($1.size) + PacketCount.overhead }
            case .encode: sum + Int64(span.frames) * (all / Int64(max(1, samples.count)) + PacketCount.overhead)
            }
        }
    }
}
