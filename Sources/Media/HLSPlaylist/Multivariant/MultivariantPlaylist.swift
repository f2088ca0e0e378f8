/// A multivariant playlist: the media playlists and their relations (RFC 8216, 4.3.4).
package struct MultivariantPlaylist: Sendable, Equatable {
    package var version: Int?
    package var hasIndependentSegments = false
    /// The attributes of the EXT-X-SESSION-DATA tags.
    package var sessionData: [AttributeList] = []
    /// The EXT-X-MEDIA tags.
    package var renditions: [RenditionTag] = []
    /// The EXT-X-STREAM-INF tags, in order. A player begins with the first.
    package var variants: [VariantTag] = []
    /// The EXT-X-I-FRAME-STREAM-INF tags.
    package var iFrames: [VariantTag] = []

    package init() {}

    /// The playlist as text, from which `ParsedMultivariantPlaylist` reads the same values.
    package var text: String { contents.text }

    private var contents: [PlaylistText.Content] {
        let header =
            [PlaylistTag(.header)] + (version.map { [PlaylistTag(.version, value: String($0))] } ?? [])
            + (hasIndependentSegments ? [PlaylistTag(.independentSegments)] : [])
            + sessionData.map { PlaylistTag(.sessionData, attributes: $0) }
            + renditions.map { PlaylistTag(.media, attributes: $0.attributes) }
        return header.map(PlaylistText.Content.tag)
            + variants.flatMap { [.tag(PlaylistTag(.streamInf, attributes: $0.attributes)), .uri($0.uri)] }
            + iFrames.map { .tag(PlaylistTag(.iFrameStreamInf, attributes: $0.attributes)) }
    }
}
