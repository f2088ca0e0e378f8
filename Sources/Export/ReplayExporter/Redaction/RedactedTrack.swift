import AAC
import ReplayLibrary
import ReplayMovie

/// An audio track of which a redaction encodes packets anew.
struct RedactedTrack {
    /// A track that is heard in it.
    struct Source: Equatable {
        let track: Int
        let isSilenced: Bool
    }

    let track: Int
    let range: SilencedRange
    /// The track itself, or those that it mixes.
    let sources: [Source]

    /// Whether nothing at all is heard in the range afterwards.
    var isSilent: Bool { sources.allSatisfy(\.isSilenced) }

    /// What gives its packets.
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
    /// The tracks that a redaction silences, and the mix of which one is a part.
    /// - Throws: `RedactionError`.
    static func tracks(of redaction: Redaction, in movie: MovieReader) throws(RedactionError) -> [RedactedTrack] {
        let tracks = movie.index.audioTracks
        let mixes = tracks.filter { movie.streams[$0].title == MovieTrack.mixTitle }
        let own = tracks.filter { !mixes.contains($0) }
        let named: [Int]
        switch redaction.audio {
        case .none: return []
        case .all:
            // All that there is, where frames go too.
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

    /// - Returns: nil where there is no audio in it.
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
