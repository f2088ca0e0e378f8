import MediaTime
import ReplayTimeline

/// A reader of the clips of tracks, which must all be clips of one movie.
struct OTIOTrackReader {
    let duration: MediaTime
    /// The number of effects that were left out.
    private(set) var effectCount = 0
    /// The total duration of the clips of the track that was read last.
    private var length: MediaTime
    /// The URL of the movie, from the first clip.
    private var url: String?

    /// The maximum length of a name that an error quotes.
    static let maxName = 80

    init(duration: MediaTime) {
        self.duration = duration
        length = MediaTime(value: 0, timescale: duration.timescale)
    }

    /// Checks that a range does not trim the last track that was read.
    ///
    /// - Throws: ``InterchangeError`` if the range leaves a part of the track out.
    func check(_ range: OTIOTimeRange?, subject whose: String) throws(InterchangeError) {
        guard let range else { return }
        let start = try range.start.time(in: duration.timescale)
        let end = start.adding(try range.duration.time(in: duration.timescale))
        // Other programs count in whole frames, so 100 ms may be missing.
        guard start <= .zero, let end, end.adding(.milliseconds(100)).map({ $0 >= length }) ?? true else {
            throw InterchangeError(.otio, reason: "\(whose) trimmed as a whole, which Replay cannot import")
        }
    }

    mutating func clips(of track: OTIOItem, _ name: String) throws(InterchangeError) -> [InterchangeClip] {
        try track.schema.check()
        guard track.schema.isA(.track) else {
            throw InterchangeError(
                .otio, reason: "there is a “\(track.schema.name)” among its tracks, which Replay cannot import")
        }
        var clips: [InterchangeClip] = []
        length = MediaTime(value: 0, timescale: duration.timescale)
        for item in track.children ?? [] where item.enabled != false {
            try item.schema.check()
            if item.schema.isA(.clip) {
                clips.append(try clip(item))
            } else if try !isEmptyGap(item) {
                throw InterchangeError(
                    .otio, reason: "the track “\(name)” has \(Self.kind(of: item)), which Replay cannot import")
            }
        }
        if !clips.isEmpty { try check(track.sourceRange, subject: "the track “\(name)” is") }
        return clips
    }

    private func isEmptyGap(_ item: OTIOItem) throws(InterchangeError) -> Bool {
        guard item.schema.isA(.gap), let length = item.sourceRange?.duration else { return false }
        return try length.time(in: duration.timescale) <= .zero
    }

    private static func kind(of item: OTIOItem) -> String {
        switch item.schema {
        case let schema where schema.isA(.gap): "a gap"
        case let schema where schema.isA(.transition): "a transition"
        case let schema where schema.isA(.stack) || schema.isA(.track): "nested clips in a “\(schema.name)”"
        case let schema: "a “\(schema.name)”"
        }
    }

    private mutating func clip(_ clip: OTIOItem) throws(InterchangeError) -> InterchangeClip {
        let name = clip.name.map { String($0.prefix(Self.maxName)) } ?? ""
        let media = try reference(of: clip, name)
        guard let range = clip.sourceRange ?? media?.availableRange else {
            throw InterchangeError(.otio, reason: "the clip “\(name)” has no source range in its movie")
        }
        let timescale = duration.timescale
        // A movie's times may start at its timecode.
        let origin = try media?.availableRange?.start.time(in: timescale) ?? MediaTime(value: 0, timescale: timescale)
        let start = try range.start.time(in: timescale).subtracting(origin)
        let length = try range.duration.time(in: timescale)
        let speed = try speed(of: clip, name)
        let source = length.scaled(by: speed.factor, rounding: .nearest)
        guard let start, start >= .zero, length > .zero, let source, source > .zero, let end = start.adding(source),
            let range = TimeRange(validatingStart: start, end: end), let total = self.length.adding(length)
        else { throw InterchangeError(.otio, reason: "the clip “\(name)” has an invalid range") }
        self.length = total
        return exact(clip, length: length) ?? InterchangeClip(source: range, speed: speed)
    }

    /// Returns the exact clip from Replay's metadata if no other program has changed the clip.
    private func exact(_ clip: OTIOItem, length: MediaTime) -> InterchangeClip? {
        guard let own = clip.metadata?.replay, let source = own.source, let speed = own.speed.flatMap({ Speed($0) }),
            source.start.timescale == duration.timescale, source.end.timescale == duration.timescale,
            source.start >= .zero, source.end <= duration,
            // `clip(_:)` has already refused a start that cannot be converted.
            let start = try? clip.sourceRange?.start.time(in: duration.timescale), start == source.start,
            speed.edited(source.duration.value) == length.value,
            clip.effects?.first?.scalar == OTIOEffect(timeWarp: speed).scalar
        else { return nil }
        return InterchangeClip(source: source, speed: speed)
    }

    private mutating func speed(of clip: OTIOItem, _ name: String) throws(InterchangeError) -> Speed {
        var speed = Speed.normal
        for effect in clip.effects ?? [] {
            guard effect.schema.isA(.timeWarp) || effect.schema.isA(.freezeFrame) else {
                effectCount += 1
                continue
            }
            try effect.schema.check()
            let scalar = effect.scalar ?? 1
            guard speed == .normal, !effect.schema.isA(.freezeFrame),
                let factor = Rational(approximating: scalar, within: 1e-9), let read = Speed(factor)
            else {
                throw InterchangeError(
                    .otio, reason: "the clip “\(name)” plays at a speed outside of 0.1x to 16x")
            }
            speed = read
        }
        return speed
    }

    /// The clip's media, which all clips share.
    private mutating func reference(of clip: OTIOItem, _ name: String) throws(InterchangeError) -> OTIOReference? {
        let active = clip.references?[clip.activeReference ?? "DEFAULT_MEDIA"] ?? clip.reference
        try active?.schema.check()
        guard let active, !active.schema.isA(.missing) else {
            throw InterchangeError(.otio, reason: "the clip “\(name)” has no media reference")
        }
        guard active.schema.isA(.external) else {
            throw InterchangeError(
                .otio, reason: "the clip “\(name)” refers to a “\(active.schema.name)”, not to a movie")
        }
        guard url == nil || url == active.url else {
            throw InterchangeError(
                .otio,
                reason: "its clips refer to several movies, “\((url ?? "").prefix(Self.maxName))” and "
                    + "“\((active.url ?? "").prefix(Self.maxName))”; Replay edits one"
            )
        }
        url = active.url ?? ""
        return active
    }
}
