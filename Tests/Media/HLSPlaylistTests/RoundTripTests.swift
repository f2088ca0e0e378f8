import HLSPlaylist
import ReplayTestSupport
import Testing

@Suite struct RoundTripTests {
    private func text(_ text: String) throws -> PlaylistText { try #require(PlaylistText(Array(text.utf8))) }

    @Test("A media playlist is read as it was written, without a fault")
    func media() throws {
        var random = RandomPlaylist()
        for _ in 0..<2000 {
            let playlist = random.media()
            let text = try text(playlist.text)
            let parsed = ParsedMediaPlaylist(text)
            #expect(parsed.playlist == playlist)
            #expect(parsed.faults == [])
            #expect(parsed.versionNeed == playlist.versionNeed)
            #expect(faults(text) == [])
            #expect(!text.isMultivariant)
        }
    }

    @Test("A multivariant playlist is read as it was written, without a fault")
    func multivariant() throws {
        var random = RandomPlaylist()
        for _ in 0..<2000 {
            let playlist = random.multivariant()
            let text = try text(playlist.text)
            let parsed = ParsedMultivariantPlaylist(text)
            #expect(parsed.playlist == playlist)
            #expect(parsed.faults == [])
            #expect(faults(text) == [])
        }
    }

    @Test("The lines are those of the text")
    func lines() throws {
        var random = RandomPlaylist()
        for _ in 0..<200 {
            let text = try text(random.media().text)
            let parsed = ParsedMediaPlaylist(text)
            for entry in parsed.entries {
                #expect(text.lines[entry.lines.uri - 1].content == .uri(entry.segment.uri))
                #expect(text.lines[entry.lines.duration - 1].text.hasPrefix("#EXTINF:"))
                #expect((entry.lines.discontinuity != nil) == entry.segment.isDiscontinuous)
                #expect((entry.lines.map != nil) == (entry.segment.map != nil))
            }
            for name in [TagName.version, .targetDuration, .mediaSequence, .playlistType, .endList] {
                let line = text.tags.first { $0.tag.known == name }?.line
                #expect(parsed.lines[name] == line)
            }
        }
    }

    /// Returns the attributes whose syntax is wrong.
    private func faults(_ text: PlaylistText) -> [String] {
        text.tags.flatMap { _, tag in
            let known = tag.known.flatMap { AttributeSyntax.known[$0] } ?? [:]
            return tag.attributes.attributes.filter { known[$0.name]?.allows($0) == false }.map(\.description)
        }
    }
}
