/// All that the multivariant playlist tells, and the playlists it leads to. A pure value.
struct HLSPresentation {
    /// A rendition of pictures.
    struct Pictures {
        let media: RenditionMedia
        let width: Int
        let height: Int
    }

    /// The captions.
    struct Text {
        let media: RenditionMedia
        /// An RFC 5646 tag.
        let language: String
        let name: String
    }

    let pictures: [Pictures]
    /// For fast forward: a picture a second.
    let trickPlay: Pictures
    let sound: (media: RenditionMedia, channels: Int)?
    let captions: Text?
    /// Whether there is a variant of sound alone.
    let hasSoundAlone: Bool
    /// Pictures a second, at most.
    let rate: Int
    /// The file of chapters, from the folder.
    let chapters: String?

    /// In seconds, in all playlists.
    var target: Int {
        PlaylistWriter.target(
            of: pictures.map(\.media) + [sound?.media, captions?.media, trickPlay.media].compactMap(\.self))
    }

    private static let (soundGroup, textGroup) = ("sound", "captions")
    /// What most players begin with, in bits a second (Apple's HLS Authoring Specification, 9.20).
    private static let usualRate = 2_000_000

    /// The multivariant playlist (RFC 8216, 4.3.4).
    var text: String {
        var lines = ["#EXTM3U", "#EXT-X-INDEPENDENT-SEGMENTS"]
        if let chapters {
            lines.append("#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\(chapters.playlistQuoted)")
        }
        if let sound {
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(Self.soundGroup)\",NAME=\"Sound\",LANGUAGE=\"und\","
                    + "DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"\(sound.channels)\",URI=\(sound.media.playlist.playlistQuoted)"
            )
        }
        if let captions {
            lines.append(
                "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"\(Self.textGroup)\",NAME=\(captions.name.playlistQuoted),"
                    + "LANGUAGE=\(captions.language.playlistQuoted),DEFAULT=NO,AUTOSELECT=YES,"
                    + "URI=\(captions.media.playlist.playlistQuoted)")
        }
        for variant in ordered { lines += ["#EXT-X-STREAM-INF:\(attributes(variant))", variant.media.playlist] }
        if let sound, hasSoundAlone {
            let rate = [sound.media, captions?.media].compactMap(\.self)
                .reduce(BitRate.none) { $0 + BitRate($1.segments, target: target) }
            lines += [
                "#EXT-X-STREAM-INF:\(Self.rates(rate)),CODECS=\((sound.media.codec ?? "").playlistQuoted),\(groups)",
                sound.media.playlist,
            ]
        }
        lines.append(
            "#EXT-X-I-FRAME-STREAM-INF:\(Self.rates(BitRate(trickPlay.media.segments, target: target))),"
                + "CODECS=\((trickPlay.media.codec ?? "").playlistQuoted),RESOLUTION=\(trickPlay.width)x\(trickPlay.height),"
                + "URI=\(trickPlay.media.playlist.playlistQuoted)")
        return (lines + [""]).joined(separator: "\n")
    }

    /// The one that suits most first, for a player begins with it; the others from the largest on.
    private var ordered: [Pictures] {
        func distance(_ variant: Pictures) -> Int { abs(rate(of: variant).peak - Self.usualRate) }
        guard let first = pictures.indices.min(by: { distance(pictures[$0]) < distance(pictures[$1]) }) else {
            return []
        }
        return [pictures[first]] + pictures[..<first] + pictures[(first + 1)...]
    }

    /// Of all that plays together.
    private func rate(of variant: Pictures) -> BitRate {
        [variant.media, sound?.media, captions?.media].compactMap(\.self)
            .reduce(.none) { $0 + BitRate($1.segments, target: target) }
    }

    private func attributes(_ variant: Pictures) -> String {
        let codecs = [variant.media.codec, sound?.media.codec].compactMap(\.self).joined(separator: ",")
        return [
            Self.rates(rate(of: variant)), "CODECS=\(codecs.playlistQuoted)",
            "RESOLUTION=\(variant.width)x\(variant.height)",
            "FRAME-RATE=\(rate).000", groups, "CLOSED-CAPTIONS=NONE",
        ].filter { !$0.isEmpty }.joined(separator: ",")
    }

    /// What plays along with every variant.
    private var groups: String {
        [sound.map { _ in "AUDIO=\"\(Self.soundGroup)\"" }, captions.map { _ in "SUBTITLES=\"\(Self.textGroup)\"" }]
            .compactMap(\.self).joined(separator: ",")
    }

    private static func rates(_ rate: BitRate) -> String {
        "BANDWIDTH=\(rate.peak),AVERAGE-BANDWIDTH=\(rate.average)"
    }
}
