import AAC
import AudioSources
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// An audio track with packets that a redaction re-encodes.
struct RedactedTrack {
    /// A track that is audible in the redacted track.
    struct Source: Equatable {
        let track: Int
        let isSilenced: Bool
    }

    let track: Int
    let range: SilencedRange
    /// The track itself, or the tracks that it mixes.
    let sources: [Source]

    /// True if the range is completely silent afterwards.
    var isSilent: Bool { sources.allSatisfy(\.isSilenced) }

    /// Creates the object that delivers the track's packets.
    func packets(of movie: MovieReader) throws -> RedactedAudio {
        let heard = try sources.compactMap { source in
            try AudioReader(movie, track: source.track).map {
                RedactedSamples.Source($0, isSilenced: source.isSilenced)
            }
        }
        let samples = RedactedSamples(
            heard, range: range, channels: movie.streams[track].parameters.channelCount)
        return try RedactedAudio(samples, range: range, movie: movie, track: track)
    }
}

extension RedactedTrack {
    /// Returns the tracks that a redaction silences, and the mixes that contain one of them.
    /// - Throws: `RedactionError`.
    static func tracks(of redaction: Redaction, in movie: MovieReader) throws(RedactionError) -> [RedactedTrack] {
        let tracks = movie.index.audioTracks
        let mixes = tracks.filter { movie.streams[$0].title == MovieTrack.mixTitle }
        let own = tracks.filter { !mixes.contains($0) }
        let named: [Int]
        switch redaction.audio {
        case .none: return []
        case .all:
            // If frames are removed too, a recording without audio is not an error.
            guard !tracks.isEmpty || redaction.frames != .none else { throw .noAudio(nil) }
            named = tracks
        case .only(let source):
            named = own.filter { AudioSource(trackTitle: movie.streams[$0].title) == source }
            guard !named.isEmpty else { throw .noAudio(source) }
        }
        var found: [RedactedTrack] = []
        for track in tracks {
            let isNamed = named.contains(track)
            guard isNamed || mixes.contains(track), let range = try range(of: redaction, in: movie, track: track) else {
                continue
            }
            let sources =
                isNamed
                ? [Source(track: track, isSilenced: true)]
                : own.map { Source(track: $0, isSilenced: named.contains($0)) }
            found.append(RedactedTrack(track: track, range: range, sources: sources))
        }
        return found
    }

    /// Returns the silenced range of a track.
    /// - Returns: The range, or nil if the track has no audio in it.
    /// - Throws: `RedactionError.codec` if the audio is not AAC-LC with 1,024 samples per packet and one or two
    ///   channels.
    private static func range(
        of redaction: Redaction, in movie: MovieReader, track: Int
    ) throws(RedactionError) -> SilencedRange? {
        let (parameters, index) = (movie.streams[track].parameters, movie.index.tracks[track])
        guard parameters.codecName == "aac", let config = AudioSpecificConfig(parameters.extradata),
            config.frameSize == 1024, (1...2).contains(config.channels), !config.hasExtension,
            config.sampleRate == Int(index.timescale), config.sampleRate == parameters.sampleRate
        else { throw .codec(parameters.codecName) }
        let (start, end) = redaction.range.ticks(index.timescale)
        return SilencedRange(times: index.samples.map(\.pts), start: start, end: end)
    }
}
