import HLSPlaylist
import ReplayTestSupport
import Testing

@Suite struct PlaylistTextTests {
    /// The parts of random playlists: texts that parsers look for, and unexpected ones.
    private static let parts = [
        "#EXTM3U", "#EXT-X-VERSION:", "#EXTINF:", "#EXT-X-BYTERANGE:", "#EXT-X-MAP:URI=\"", "\"", ",", "=", "@", ".",
        "99999999999999999999", "0", "4.5", "-1", "1e9", "NaN", "#EXT-X-STREAM-INF:", "BANDWIDTH=", "CODECS=\"",
        "#EXT-X-MEDIA:TYPE=AUDIO", "#EXT-X-ENDLIST", "#EXT-X-DISCONTINUITY", "#EXT-X-TARGETDURATION:", "#EXT-X-KEY:",
        "\n",
        "\r\n", "\r", "\0", "\u{FEFF}", "a.m4s", "../../x", "http://h/", "%2e%2e", "RESOLUTION=1x", "é", "#", ":",
    ]

    private func randomBytes(_ random: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 0...60, using: &random)).flatMap { _ -> [UInt8] in
            Bool.random(using: &random)
                ? Array((Self.parts.randomElement(using: &random) ?? "").utf8)
                : [UInt8.random(in: 0...255, using: &random)]
        }
    }

    @Test("Any bytes come back as they were, and neither their parsers nor their serializers trap")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<20_000 {
            let bytes = randomBytes(&random)
            let text = try #require(PlaylistText(bytes))
            #expect(text.bytes == bytes)
            let media = ParsedMediaPlaylist(text)
            #expect(media.playlist.boundaries.count == media.playlist.segments.count + 1)
            #expect(media.lines.segments.count == media.playlist.segments.count)
            let main = ParsedMultivariantPlaylist(text)
            #expect(main.lines.variants.allSatisfy { $0.tag <= $0.uri })
            #expect(main.lines.variants.count == main.playlist.variants.count)
            #expect(media.playlist.text.hasPrefix("#EXTM3U\n") && main.playlist.text.hasPrefix("#EXTM3U\n"))
        }
    }
}
