/// The contents of the multivariant playlist and the playlists that it refers to. A pure value.
struct HLSPresentation {
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
    /// The rendition for fast forward, with one frame per second.
    let trickPlay: Video
    let audio: (media: RenditionMedia, channels: Int)?
    let captions: Text?
    /// True if there is an audio-only variant.
    let hasAudioOnly: Bool
    /// The maximum frame rate, in frames per second.
    let rate: Int
    /// The path of the chapters file relative to the HLS folder, or nil if there are no chapters.
    let chapters: String?

    /// The target duration of all playlists, in seconds.
    var target: Int {
        PlaylistWriter.target(
            of: video.map(\.media) + [audio?.media, captions?.media, trickPlay.media].compactMap(\.self))
    }

    private static let (audioGroup, textGroup) = ("audio", "captions")
    /// The bit rate with which most players begin, in bits per second (Apple's HLS Authoring Specification, 9.20).
    private static let usualRate = 2_000_000

    /// The multivariant playlist (RFC 8216, 4.3.4).
    var text: String {
        var lines = ["#EXTM3U", "#EXT-X-INDEPENDENT-SEGMENTS"]
        if let chapters {
            lines.append("#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\(chapters.playlistQuoted)")
        }
        if let audio {
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(Self.audioGroup)\",NAME=\"Audio\",LANGUAGE=\"und\","
                    + "DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"\(audio.channels)\",URI=\(audio.media.playlist.playlistQuoted)"
            )
        }
        if let captions {
            lines.append(
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"\(Self.textGroup)\",NAME=\(captions.name.playlistQuoted),"
                    + "LANGUAGE=\(captions.language.playlistQuoted),DEFAULT=NO,AUTOSELECT=YES,"
                    + "URI=\(captions.media.playlist.playlistQuoted)")
        }
        for variant in ordered { lines += ["#EXT-X-STREAM-INF:\(attributes(variant))", variant.media.playlist] }
        if let audio, hasAudioOnly {
            let rate = [audio.media, captions?.media].compactMap(\.self)
                .reduce(BitRate.none) { $0 + BitRate($1.segments, target: target) }
            lines += [
                "#EXT-X-STREAM-INF:\(Self.rates(rate)),CODECS=\((audio.media.codec ?? "").playlistQuoted),\(groups)",
                audio.media.playlist,
            ]
        }
        lines.append(
            "#EXT-X-I-FRAME-STREAM-INF:\(Self.rates(BitRate(trickPlay.media.segments, target: target))),"
                + "CODECS=\((trickPlay.media.codec ?? "").playlistQuoted),RESOLUTION=\(trickPlay.width)x\(trickPlay.height),"
                + "URI=\(trickPlay.media.playlist.playlistQuoted)")
        return (lines + [""]).joined(separator: "\n")
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

    private func attributes(_ variant: Video) -> String {
        let codecs = [variant.media.codec, audio?.media.codec].compactMap(\.self).joined(separator: ",")
        return [
            Self.rates(rate(of: variant)), "CODECS=\(codecs.playlistQuoted)",
            "RESOLUTION=\(variant.width)x\(variant.height)",
            "FRAME-RATE=\(rate).000", groups, "CLOSED-CAPTIONS=NONE",
        ].filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// The attributes of the audio and captions groups, which are the same for all variants.
    private var groups: String {
        [audio.map { _ in "AUDIO=\"\(Self.audioGroup)\"" }, captions.map { _ in "SUBTITLES=\"\(Self.textGroup)\"" }]
            .compactMap(\.self).joined(separator: ",")
    }

    private static func rates(_ rate: BitRate) -> String {
        "BANDWIDTH=\(rate.peak),AVERAGE-BANDWIDTH=\(rate.average)"
    }
}
