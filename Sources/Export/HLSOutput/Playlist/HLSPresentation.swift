import HLSPlaylist

/// The contents of the multivariant playlist and the playlists that it refers to. A pure value.
struct HLSPresentation {
    private typealias Attribute = AttributeList.Attribute

    /// A rendition of frames.
    struct Video {
        let media: RenditionMedia
        let width: Int
        let height: Int
    }

    /// The captions.
    struct Text {
        let media: RenditionMedia
        /// The language as an RFC 5646 tag.
        let language: String
        let name: String
    }

    let video: [Video]
    /// The rendition for fast forward, with one frame per second, or nil if there is none.
    let trickPlay: Video?
    let audio: (media: RenditionMedia, channels: Int)?
    let captions: Text?
    /// True if there is an audio-only variant.
    let hasAudioOnly: Bool
    /// The maximum frame rate, in frames per second.
    let rate: Int
    /// The path of the chapters file relative to the HLS folder, or nil if there are no chapters.
    let chapters: String?

    /// The target duration of all playlists, in seconds.
    let target: Int

    private static let (audioGroup, textGroup) = ("audio", "captions")
    /// The bit rate with which most players begin, in bits per second (Apple's HLS Authoring Specification, 9.20).
    private static let usualRate = 2_000_000

    /// The multivariant playlist (RFC 8216, 4.3.4).
    var playlist: MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.hasIndependentSegments = true
        playlist.sessionData = [chapters.map(Self.chaptersData)].compactMap(\.self)
        playlist.renditions = [audio.map(Self.tag), captions.map(Self.tag)].compactMap(\.self)
        playlist.variants = ordered.map(tag) + [audioOnly].compactMap(\.self)
        playlist.iFrames = [trickPlay.map(iFrames)].compactMap(\.self)
        return playlist
    }

    private static func chaptersData(_ uri: String) -> AttributeList {
        AttributeList([.quoted("DATA-ID", "com.apple.hls.chapters"), .quoted("URI", uri)])
    }

    private static func tag(_ media: RenditionMedia, channels: Int) -> RenditionTag {
        RenditionTag(
            AttributeList([
                Attribute("TYPE", "AUDIO"), .quoted("GROUP-ID", audioGroup), .quoted("NAME", "Audio"),
                .quoted("LANGUAGE", "und"), Attribute("DEFAULT", "YES"), Attribute("AUTOSELECT", "YES"),
                .quoted("CHANNELS", String(channels)), .quoted("URI", media.playlist),
            ]))
    }

    private static func tag(_ captions: Text) -> RenditionTag {
        RenditionTag(
            AttributeList([
                Attribute("TYPE", "SUBTITLES"), .quoted("GROUP-ID", textGroup), .quoted("NAME", captions.name),
                .quoted("LANGUAGE", captions.language), Attribute("DEFAULT", "NO"), Attribute("AUTOSELECT", "YES"),
                .quoted("URI", captions.media.playlist),
            ]))
    }

    private func tag(_ variant: Video) -> VariantTag {
        let codecs = [variant.media.codec, audio?.media.codec].compactMap(\.self).joined(separator: ",")
        let attributes =
            Self.rates(rate(of: variant)) + [.quoted("CODECS", codecs), Self.resolution(variant)]
            + [Attribute("FRAME-RATE", "\(rate).000")] + groups + [Attribute("CLOSED-CAPTIONS", "NONE")]
        return VariantTag(uri: variant.media.playlist, AttributeList(attributes))
    }

    /// The audio-only variant, or nil if there is none.
    private var audioOnly: VariantTag? {
        guard let audio, hasAudioOnly else { return nil }
        let rate = [audio.media, captions?.media].compactMap(\.self)
            .reduce(BitRate.none) { $0 + BitRate($1.segments, target: target) }
        return VariantTag(
            uri: audio.media.playlist,
            AttributeList(Self.rates(rate) + [.quoted("CODECS", audio.media.codec ?? "")] + groups))
    }

    private func iFrames(_ trickPlay: Video) -> VariantTag {
        let media = trickPlay.media
        return VariantTag(
            uri: media.playlist,
            AttributeList(
                Self.rates(BitRate(media.segments, target: target)) + [
                    .quoted("CODECS", media.codec ?? ""), Self.resolution(trickPlay), .quoted("URI", media.playlist),
                ]))
    }

    /// The variants in the order of the playlist. The first is nearest to the usual bit rate, because players begin
    /// with the first variant. The others follow by size, with the largest first.
    private var ordered: [Video] {
        func distance(_ variant: Video) -> Int { abs(rate(of: variant).peak - Self.usualRate) }
        guard let first = video.indices.min(by: { distance(video[$0]) < distance(video[$1]) }) else {
            return []
        }
        return [video[first]] + video[..<first] + video[(first + 1)...]
    }

    /// Returns the bit rate of a variant together with audio and captions.
    private func rate(of variant: Video) -> BitRate {
        [variant.media, audio?.media, captions?.media].compactMap(\.self)
            .reduce(.none) { $0 + BitRate($1.segments, target: target) }
    }

    /// The attributes of the audio and captions groups, which are the same for all variants.
    private var groups: [Attribute] {
        [
            audio.map { _ in .quoted("AUDIO", Self.audioGroup) },
            captions.map { _ in .quoted("SUBTITLES", Self.textGroup) },
        ]
        .compactMap(\.self)
    }

    private static func rates(_ rate: BitRate) -> [Attribute] {
        [Attribute("BANDWIDTH", rate.peak), Attribute("AVERAGE-BANDWIDTH", rate.average)]
    }

    private static func resolution(_ video: Video) -> Attribute {
        Attribute("RESOLUTION", VideoResolution(width: video.width, height: video.height))
    }
}
