import AAC
import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

extension ExportPlan.CopiedTrack {
    /// Chooses the track whose packets are copied. Of several audible tracks, it is the one that is audible alone for
    /// the longest time. It is the recorder's mix if the edit leaves the tracks unchanged for longer.
    ///
    /// - Parameter isRecorded: True if Replay's recorder made the movie.
    /// - Returns: Nil if that time is less than half of what the edit keeps. All audio is then encoded, with exact
    ///   positions.
    package init?(_ movie: MovieReader, heard: [Int], edit: Edit, isRecorded: Bool) {
        guard heard.count > 1 else {
            guard let track = heard.first else { return nil }
            self.init(movie, track: track, edit: edit)
            return
        }
        let tracks = heard.map { HeardTrack(movie, track: $0, edit: edit) }
        let kept = RangeSet(
            edit.clips.map(\.source).merged().map {
                let range = $0.converted(to: Int32(clamping: tracks[0].sampleRate), rounding: .nearest)
                return range.start.value..<range.end.value
            })
        let audible = tracks.filter { !$0.audible.isDisjoint(kept) }
        let choices =
            (audible.isEmpty ? [tracks[0]] : audible)
            .map { Self(movie, base: $0, among: audible, edit: edit, isRecorded: isRecorded) } + [
                Self(movie, mixOf: tracks, edit: edit)
            ]
        let found = choices.compactMap(\.self).map { (track: $0, alone: kept.subtracting(RangeSet($0.altered)).length) }
        guard let best = found.max(by: { $0.alone < $1.alone }), best.alone * 2 >= kept.length else { return nil }
        self = best.track
    }

    /// Uses the recorder's mix of all audible tracks. Encoded packets are made from the tracks themselves, as the edit
    /// has them.
    private init?(_ movie: MovieReader, mixOf tracks: [HeardTrack], edit: Edit) {
        let all = movie.index.audioTracks
        guard all.count == tracks.count + 1,
            let mix = all.first(where: { movie.streams[$0].title == MovieTrack.mixTitle })
        else { return nil }
        self.init(movie, track: mix, edit: edit)
        // The stereo track comes first: mono tracks are added to its channels.
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

    /// Copies one track, and encodes the ranges in which another track is audible.
    ///
    /// - Parameter audible: The tracks that are audible at all. No packet is copied where another track is audible.
    private init?(
        _ movie: MovieReader, base: HeardTrack, among audible: [HeardTrack], edit: Edit, isRecorded: Bool
    ) {
        let others = audible.filter { $0.track != base.track }
        guard others.allSatisfy({ $0.sampleRate == base.sampleRate && (1...2).contains($0.channels) }) else {
            return nil
        }
        self.init(movie, track: base.track, edit: edit)
        isWidened = base.channels == 1 && others.contains { $0.channels == 2 }
        if isWidened {
            // Mono packets from other encoders may contain more elements than the channel.
            guard isRecorded,
                Self.looks(movie, track: base.track, look: { MonoAACPacket($0) }).allSatisfy({ $0 != nil })
            else {
                return nil
            }
        }
        sources += others.map(\.track)
        altered = Array(others.reduce(RangeSet(altered)) { $0.union($1.audible) }.ranges)
    }

    /// Creates the track without regard to other tracks.
    ///
    /// - Returns: Nil if the packets cannot be joined with those of our encoder. That applies to other codecs, more
    ///   than two channels, times coarser than a sample, and AAC windows that do not match ours.
    package init?(_ movie: MovieReader, track: Int, edit: Edit) {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        guard parameters.codecName == "aac", let config = AudioSpecificConfig(parameters.extradata),
            config.frameSize == 1024, (1...2).contains(config.channels), !config.hasExtension,
            config.sampleRate == Int(index.timescale), config.sampleRate == parameters.sampleRate,
            Self.overlapsWithOurs(movie, track: track)
        else { return nil }
        self.init(track: track, packets: index.samples.map(\.pts), sampleRate: config.sampleRate)
        altered = GainEnvelope(edit.audioEffects, of: movie, track: track, sampleRate: sampleRate)?.ranges ?? []
    }

    /// Returns true if the AAC windows of the track match those of our encoder. Probes 64 to 127 packets spread over
    /// the track, or all packets of a shorter track.
    private static func overlapsWithOurs(_ movie: MovieReader, track: Int) -> Bool {
        let windows = looks(movie, track: track, first: AACWindow.startSize) { AACWindow($0) }.compactMap(\.self)
        return windows.count { $0.isLongSine } * 4 <= windows.count
    }

    /// Applies `look` to packets spread over the track.
    ///
    /// - Parameter first: The number of bytes of each packet that are sufficient.
    private static func looks<Look>(
        _ movie: MovieReader, track: Int, first: Int = .max, look: ([UInt8]) -> Look?
    ) -> [Look?] {
        let samples = movie.index.tracks[track].samples
        return stride(from: 0, to: samples.count, by: max(1, samples.count / lookCount)).map { sample in
            let size = min(first, Int(samples[sample].size))
            // If the packet cannot be read, the error surfaces when it is copied.
            return (try? movie.bytes(track: track, sample: sample, first: size)).flatMap(look)
        }
    }

    private static let lookCount = 64
}

extension RangeSet<Int64> {
    fileprivate var length: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}
