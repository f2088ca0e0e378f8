import HLSPlaylist
import Testing

@Suite struct PlaylistWritingTests {
    private typealias Attribute = AttributeList.Attribute

    @Test("The tags of a media playlist are in order, and a map or a key is written where it changes")
    func media() {
        var playlist = MediaPlaylist()
        (playlist.targetDuration, playlist.mediaSequence, playlist.type, playlist.isEnded) = (6, 0, .vod, true)
        playlist.hasIndependentSegments = true
        playlist.segments = ["0.m4s", "1.m4s"].map { uri in
            var segment = PlaylistSegment(uri: uri, duration: Seconds(nanoseconds: 6_006_000_000))
            segment.map = MediaMap(uri: "init.mp4", range: nil)
            return segment
        }
        playlist.segments[0].key = AttributeList([Attribute("METHOD", "AES-128"), .quoted("URI", "k")])
        playlist.segments[1].isDiscontinuous = true
        playlist.segments[1].programDateTime = "2026-11-28T09:00:00.000Z"
        playlist.segments[1].byteRange = ByteRange(offset: 10, length: 20)
        playlist.version = playlist.versionNeed.version
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:6.006000,
            0.m4s
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-PROGRAM-DATE-TIME:2026-11-28T09:00:00.000Z
            #EXTINF:6.006000,
            #EXT-X-BYTERANGE:20@10
            1.m4s
            #EXT-X-ENDLIST

            """
        #expect(playlist.text == text)
    }

    @Test("The tags of a multivariant playlist are in order")
    func multivariant() {
        var playlist = MultivariantPlaylist()
        playlist.hasIndependentSegments = true
        playlist.sessionData = [AttributeList([.quoted("DATA-ID", "d"), .quoted("URI", "chapters.json")])]
        playlist.renditions = [RenditionTag(AttributeList([Attribute("TYPE", "AUDIO"), .quoted("GROUP-ID", "a")]))]
        playlist.variants = [VariantTag(uri: "v.m3u8", AttributeList([Attribute("BANDWIDTH", 1000)]))]
        playlist.iFrames = [VariantTag(uri: "i.m3u8", AttributeList([.quoted("URI", "i.m3u8")]))]
        let text = """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-SESSION-DATA:DATA-ID="d",URI="chapters.json"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"
            #EXT-X-STREAM-INF:BANDWIDTH=1000
            v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:URI="i.m3u8"

            """
        #expect(playlist.text == text)
    }

    @Test(
        "A version is the lowest one that the tags need",
        arguments: [(false, true, 6), (true, true, 5), (true, false, 4), (false, false, 3)])
    func version(isIFramesOnly: Bool, hasMap: Bool, version: Int) {
        var playlist = MediaPlaylist()
        playlist.isIFramesOnly = isIFramesOnly
        var segment = PlaylistSegment(uri: "0.m4s", duration: .milliseconds(1500))
        segment.map = hasMap ? MediaMap(uri: "init.mp4", range: nil) : nil
        playlist.segments = [segment]
        #expect(playlist.versionNeed.version == version)
    }
}
