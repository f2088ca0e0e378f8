import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension ExportPlan.CopiedTrack {
    /// Of several tracks that are heard, the one that is heard alone for longest.
    ///
    /// - Returns: nil where that is less than half of what the edit keeps: then all may as well be encoded, and stand in its
    ///   exact place.
    init?(_ movie: MovieReader, heard: [Int], _ edit: Edit) {
        guard heard.count > 1 else {
            guard let track = heard.first else { return nil }
            self.init(movie, track: track, edit)
            return
        }
        let tracks = heard.map { HeardTrack(movie, track: $0, edit) }
        let kept = RangeSet(
            edit.clips.map(\.source).merged().map {
                let range = $0.converted(to: Int32(clamping: tracks[0].sampleRate), rounding: .nearest)
                return range.start.value..<range.end.value
            })
        let audible = tracks.filter { !$0.audible.isDisjoint(kept) }
        let choices = (audible.isEmpty ? [tracks[0]] : audible).compactMap { track -> (Self, alone: Int64)? in
            Self(movie, track, among: audible, edit).map { copied in
                (copied, kept.subtracting(RangeSet(copied.altered)).length)
            }
        }
        guard let best = choices.max(by: { $0.alone < $1.alone }), best.alone * 2 >= kept.length else { return nil }
        self = best.0
    }

    /// - Parameter audible: the tracks that are heard at all; where others than this one are, nothing of it is copied.
    private init?(_ movie: MovieReader, _ base: HeardTrack, among audible: [HeardTrack], _ edit: Edit) {
        let others = audible.filter { $0.track != base.track }
        guard others.allSatisfy({ $0.sampleRate == base.sampleRate && [1, base.channels].contains($0.channels) })
        else { return nil }
        self.init(movie, track: base.track, edit)
        self.others = others.map(\.track)
        altered = Array(others.reduce(RangeSet(altered)) { $0.union($1.audible) }.ranges)
    }

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
            (try? movie.bytes(track: track, sample: sample, first: AACWindow.startSize)).flatMap { AACWindow($0) }
        }
        return windows.count { $0.isLongSine } * 4 <= windows.count
    }

    private static let looks = 64
}

extension RangeSet<Int64> {
    fileprivate var length: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
