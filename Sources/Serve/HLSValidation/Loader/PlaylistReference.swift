import HLSPlaylist

/// A reference of a multivariant playlist to a media playlist.
struct PlaylistReference {
    let uri: String
    let line: Int
    let role: PlaylistRole
}

/// The role of a media playlist in a presentation.
package enum PlaylistRole: Sendable { case variant, audio, subtitles, iFrames }

extension ParsedMultivariantPlaylist {
    /// The references, variants first. If two tags name the same playlist, it counts as a variant.
    var references: [PlaylistReference] {
        let variants = zip(playlist.variants, lines.variants).map {
            PlaylistReference(uri: $0.uri, line: $1.uri, role: .variant)
        }
        let media = zip(playlist.renditions, lines.renditions).compactMap { tag, line in
            tag.uri.flatMap { uri in tag.role.map { PlaylistReference(uri: uri, line: line, role: $0) } }
        }
        let iFrames = zip(playlist.iFrames, lines.iFrames).map {
            PlaylistReference(uri: $0.uri, line: $1, role: .iFrames)
        }
        return variants + media + iFrames
    }
}

extension RenditionTag {
    /// The role of the media playlist, or nil if the type has none.
    fileprivate var role: PlaylistRole? {
        switch type {
        case "AUDIO": .audio
        case "VIDEO": .variant
        case "SUBTITLES": .subtitles
        default: nil
        }
    }
}
