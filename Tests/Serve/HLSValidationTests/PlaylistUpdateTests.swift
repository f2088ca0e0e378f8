import HLSPlaylist
import HLSValidation
import Testing

/// Checks two versions of a live playlist.
@Suite struct PlaylistUpdateTests {
    private func playlist(
        _ segments: Range<Int>, target: Int = 2, sequence: Int? = nil, discontinuities: Int? = nil,
        marks: Set<Int> = [],
        type: String? = nil, isEnded: Bool = false
    ) throws -> ParsedMediaPlaylist {
        var lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:\(sequence ?? segments.lowerBound)",
        ]
        lines += discontinuities.map { ["#EXT-X-DISCONTINUITY-SEQUENCE:\($0)"] } ?? []
        lines += type.map { ["#EXT-X-PLAYLIST-TYPE:\($0)"] } ?? []
        for number in segments {
            lines += (marks.contains(number) ? ["#EXT-X-DISCONTINUITY"] : []) + ["#EXTINF:2,", "\(number).m4s"]
        }
        if isEnded { lines.append("#EXT-X-ENDLIST") }
        return ParsedMediaPlaylist(try #require(PlaylistText(Array(lines.joined(separator: "\n").utf8))))
    }

    private func findings(_ old: ParsedMediaPlaylist, _ new: ParsedMediaPlaylist) -> [String] {
        PlaylistUpdate(path: "live.m3u8", old: old.playlist, new: new).findings.map(\.found)
    }

    @Test("What slides as it should has no finding")
    func good() throws {
        #expect(findings(try playlist(0..<4), try playlist(0..<4)) == [])
        #expect(findings(try playlist(0..<4), try playlist(1..<6)) == [])
        #expect(findings(try playlist(0..<4), try playlist(9..<12)) == [])
        #expect(
            findings(try playlist(0..<4, marks: [1]), try playlist(2..<6, discontinuities: 1)) == [])
        #expect(findings(try playlist(0..<4), try playlist(0..<5, isEnded: true)) == [])
    }

    @Test("What does not is found")
    func bad() throws {
        let old = try playlist(3..<7)
        #expect(findings(old, try playlist(3..<7, target: 3)) == ["a TARGETDURATION of 3"])
        #expect(findings(old, try playlist(2..<7)) == ["a media sequence that went back by 1"])
        #expect(findings(old, try playlist(4..<8, sequence: 3)) == ["“4.m4s” in place of another segment"])
        #expect(findings(old, try playlist(3..<6)) == ["1 segments gone from the end"])
        #expect(findings(try playlist(0..<4, marks: [1]), try playlist(2..<6)) == ["a discontinuity sequence of 0"])
        #expect(
            findings(try playlist(0..<4, type: "EVENT"), try playlist(1..<5, type: "EVENT")) == ["1 segments removed"])
        #expect(findings(try playlist(0..<4, isEnded: true), try playlist(0..<5)) == ["a change after #EXT-X-ENDLIST"])
    }
}
