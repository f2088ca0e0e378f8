import AAC
import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension ExportPlan.CopiedTrack {
    /// Of several tracks that are heard, the one that is heard alone for longest, or the recorder's mix of them where the edit
    /// leaves them as they are for longer.
    ///
    /// - Parameter isRecorded: whether Replay's recorder made the movie.
    /// - Returns: nil where that is less than half of what the edit keeps: then all may as well be encoded, and stand in its
    ///   exact place.
    init?(_ movie: MovieReader, heard: [Int], _ edit: Edit, isRecorded: Bool) {
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
        let choices =
            (audible.isEmpty ? [tracks[0]] : audible)
            .map { Self(movie, $0, among: audible, edit, isRecorded: isRecorded) } + [Self(movie, mixOf: tracks, edit)]
        let found = choices.compactMap(\.self).map { (track: $0, alone: kept.subtracting(RangeSet($0.altered)).length) }
        guard let best = found.max(by: { $0.alone < $1.alone }), best.alone * 2 >= kept.length else { return nil }
        self = best.track
    }

    /// The recorder's mix of all tracks that are heard. What is encoded is made of the tracks themselves, as the edit has them.
    private init?(_ movie: MovieReader, mixOf tracks: [HeardTrack], _ edit: Edit) {
        let all = movie.index.audioTracks
        guard all.count == tracks.count + 1,
            let mix = all.first(where: { movie.streams[$0].title == MovieTrack.mixTitle })
        else { return nil }
        self.init(movie, track: mix, edit)
        // Mono is added to the channels of what is stereo.
        let tracks = tracks.sorted { $0.channels > $1.channels }
        guard tracks[0].channels == movie.streams[mix].parameters.channelCount,
            tracks.allSatisfy({ $0.sampleRate == sampleRate && (1...2).contains($0.channels) })
        else { return nil }
        sources = tracks.map(\.track)
        let ranges = tracks.map {
            RangeSet(GainEnvelope(edit.audioEffects, of: movie, track: $0.track, sampleRate: sampleRate)?.ranges ?? [])
        }
        altered = Array(ranges.reduce(RangeSet()) { $0.union($1) }.ranges)
    }

    /// - Parameter audible: the tracks that are heard at all; where others than this one are, nothing of it is copied.
    private init?(
        _ movie: MovieReader, _ base: HeardTrack, among audible: [HeardTrack], _ edit: Edit, isRecorded: Bool
    ) {
        let others = audible.filter { $0.track != base.track }
        guard others.allSatisfy({ $0.sampleRate == base.sampleRate && (1...2).contains($0.channels) }) else {
            return nil
        }
        self.init(movie, track: base.track, edit)
        isWidened = base.channels == 1 && others.contains { $0.channels == 2 }
        if isWidened {
            // Others' packets may have more in them than the channel.
            guard isRecorded, Self.looks(movie, base.track, { MonoAACPacket($0) }).allSatisfy({ $0 != nil }) else {
                return nil
            }
        }
        sources += others.map(\.track)
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
        let windows = looks(movie, track, first: AACWindow.startSize) { AACWindow($0) }.compactMap(\.self)
        return windows.count { $0.isLongSine } * 4 <= windows.count
    }

    /// What some packets from all over a track are.
    /// - Parameter first: so many bytes of each are enough.
    private static func looks<Look>(
        _ movie: MovieReader, _ track: Int, first: Int = .max, _ look: ([UInt8]) -> Look?
    ) -> [Look?] {
        let samples = movie.index.tracks[track].samples
        return stride(from: 0, to: samples.count, by: max(1, samples.count / lookCount)).map { sample in
            let size = min(first, Int(samples[sample].size))
            // Who copies the packet is told why it cannot be read.
            return (try? movie.bytes(track: track, sample: sample, first: size)).flatMap(look)
        }
    }

    private static let lookCount = 64
}

extension RangeSet<Int64> {
    fileprivate var length: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
