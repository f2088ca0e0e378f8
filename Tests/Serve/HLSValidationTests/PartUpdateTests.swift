import HLSPlaylist
import Testing

@testable import HLSValidation

/// Checks the comparison of two versions of a playlist with parts.
@Suite struct PartUpdateTests {
    private static let header = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PART-INF:PART-TARGET=0.5\n"

    /// Returns a playlist of complete segments of two parts, and of parts of the segment after them.
    private func playlist(
        from first: Int, segments: Int, parts: [String], hint: String = "", skipped: Int = 0
    ) throws -> MediaPlaylist {
        var text = Self.header + "#EXT-X-MEDIA-SEQUENCE:\(first)\n"
        if skipped > 0 { text += "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)\n" }
        for number in first + skipped..<first + segments {
            text += (0..<2).map { "#EXT-X-PART:DURATION=0.5,URI=\"\(number).\($0).m4s\"\n" }.joined()
            text += "#EXTINF:1,\n\(number).m4s\n"
        }
        text += parts.map { "#EXT-X-PART:DURATION=0.5,URI=\"\($0)\"\n" }.joined()
        if !hint.isEmpty { text += "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(hint)\"\n" }
        return ParsedMediaPlaylist(try #require(PlaylistText(Array(text.utf8)))).playlist
    }

    private func found(_ old: MediaPlaylist, _ new: MediaPlaylist) -> [String] {
        PartUpdate(path: "list.m3u8", old: old, new: new).findings.map(\.found)
    }

    @Test("Parts that are added, and become a segment, are right")
    func growth() throws {
        let first = try playlist(from: 3, segments: 2, parts: ["5.0.m4s"], hint: "5.1.m4s")
        #expect(first.nextPlace == PartPlace(segment: 5, part: 1))
        #expect(try found(first, playlist(from: 3, segments: 2, parts: ["5.0.m4s", "5.1.m4s"])).isEmpty)
        #expect(try found(first, playlist(from: 4, segments: 2, parts: ["6.0.m4s"])).isEmpty)
    }

    @Test("A part that changes, and one that is not at its hint, are found")
    func faults() throws {
        let first = try playlist(from: 3, segments: 2, parts: ["5.0.m4s"], hint: "5.1.m4s")
        let changed = try found(first, playlist(from: 3, segments: 2, parts: ["x.m4s", "5.1.m4s"]))
        #expect(changed == ["the parts of segment 5 became others"])
        let elsewhere = try found(first, playlist(from: 3, segments: 2, parts: ["5.0.m4s", "y.m4s"]))
        #expect(elsewhere == ["a part at “y.m4s”"])
    }

    @Test(
        "A delta update and the version before it make the whole playlist; one that leaves out unknown segments does not"
    )
    func delta() throws {
        let old = try playlist(from: 3, segments: 4, parts: [])
        let delta = try playlist(from: 4, segments: 5, parts: ["9.0.m4s"], skipped: 3)
        let full = try #require(delta.applied(to: old))
        #expect(full.segments.map(\.uri) == ["4.m4s", "5.m4s", "6.m4s", "7.m4s", "8.m4s"])
        #expect(full.nextPlace == PartPlace(segment: 9, part: 1) && full.skippedSegments == 0)
        #expect(try playlist(from: 4, segments: 7, parts: [], skipped: 6).applied(to: old) == nil)
    }
}
