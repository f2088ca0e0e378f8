/// A media playlist that a multivariant playlist names.
struct PlaylistReference {
    let uri: String
    let line: Int
    let role: Rendition.Role
}

extension MultivariantPlaylist {
    /// Variants first: where two tags name the same playlist, it is a variant's.
    var references: [PlaylistReference] {
        let tags = variants.map { PlaylistReference(uri: $0.uri, line: $0.uriLine, role: .variant) }
        let media = renditions.compactMap { tag -> PlaylistReference? in
            guard let uri = tag.uri else { return nil }
            switch tag.type {
            case "AUDIO": return PlaylistReference(uri: uri, line: tag.line, role: .audio)
            case "VIDEO": return PlaylistReference(uri: uri, line: tag.line, role: .variant)
            case "SUBTITLES": return PlaylistReference(uri: uri, line: tag.line, role: .subtitles)
            default: return nil
            }
        }
        return tags + media + iFrames.map { PlaylistReference(uri: $0.uri, line: $0.uriLine, role: .iFrames) }
    }
}
