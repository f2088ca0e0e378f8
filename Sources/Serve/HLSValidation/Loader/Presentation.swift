import HLSPlaylist

/// The input of the rules: the playlists that belong together, and the contents of their segments.
///
/// A pure value.
package struct Presentation: Sendable {
    /// The multivariant playlist and its path relative to the folder.
    package struct Main: Sendable {
        let path: String
        let text: PlaylistText
        let parsed: ParsedMultivariantPlaylist

        var variants: [Stated<VariantTag>] {
            zip(parsed.playlist.variants, parsed.lines.variants).map { Stated(value: $0, line: $1.tag) }
        }
        var iFrames: [Stated<VariantTag>] { zip(parsed.playlist.iFrames, parsed.lines.iFrames).map(Stated.init) }
        var renditions: [Stated<RenditionTag>] {
            zip(parsed.playlist.renditions, parsed.lines.renditions).map(Stated.init)
        }
    }

    /// The multivariant playlist, or nil if a media playlist is checked by itself.
    let main: Main?
    /// The media playlists, each once, in the order in which they are named.
    let renditions: [Rendition]
    /// The findings about files that could not be loaded.
    let problems: [HLSFinding]

    /// The media playlists of variants, with video or audio only.
    var variants: [Rendition] { renditions.filter { $0.role == .variant } }
    var audio: [Rendition] { renditions.filter { $0.role == .audio } }
    var subtitles: [Rendition] { renditions.filter { $0.role == .subtitles } }
    var iFrames: [Rendition] { renditions.filter { $0.role == .iFrames } }

    /// The variants and audio renditions, which play together.
    var timed: [Rendition] { variants + audio }

    func rendition(_ path: String?) -> Rendition? { path.flatMap { path in renditions.first { $0.path == path } } }

    /// Returns the media playlist that a tag of the multivariant playlist names.
    func rendition(of uri: String?) -> Rendition? {
        guard let main, let uri else { return nil }
        return rendition(URIReference(uri, base: Rendition.folder(of: main.path)).path)
    }
}

/// A tag of a playlist and its line.
@dynamicMemberLookup
struct Stated<Value> {
    let value: Value
    let line: Int

    subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}
