/// All that the rules are about: the playlists of a folder that belong together, and what their segments hold.
///
/// A pure value.
package struct Presentation: Sendable {
    /// The multivariant playlist and its path from the folder.
    package struct Main: Sendable {
        let path: String
        let text: PlaylistText
        let playlist: MultivariantPlaylist
    }

    /// Nil where a media playlist stands by itself.
    let main: Main?
    /// Each media playlist once, in the order in which they are named.
    let renditions: [Rendition]
    /// What could not be loaded.
    let problems: [HLSFinding]

    /// Media playlists of variants: frames, or audio alone.
    var variants: [Rendition] { renditions.filter { $0.role == .variant } }
    var audio: [Rendition] { renditions.filter { $0.role == .audio } }
    var subtitles: [Rendition] { renditions.filter { $0.role == .subtitles } }
    var iFrames: [Rendition] { renditions.filter { $0.role == .iFrames } }

    /// Variants and audio renditions: those that play together.
    var timed: [Rendition] { variants + audio }

    func rendition(_ path: String?) -> Rendition? { path.flatMap { path in renditions.first { $0.path == path } } }

    /// The media playlist that a tag of the multivariant playlist names.
    func rendition(of uri: String?) -> Rendition? {
        guard let main, let uri else { return nil }
        return rendition(URIReference(uri, base: Rendition.folder(of: main.path)).path)
    }
}
