extension MediaPlaylist {
    /// The playlist as text, from which `ParsedMediaPlaylist` reads the same values.
    package var text: String { contents.text }

    /// The lowest version that supports the tags.
    package var versionNeed: VersionNeed { VersionNeed(contents.tags) }

    private var contents: [PlaylistText.Content] {
        let previous = [nil] + segments.map(Optional.some)
        return header.map(PlaylistText.Content.tag)
            + zip(segments, previous).flatMap { $0.tags(after: $1).map(PlaylistText.Content.tag) + [.uri($0.uri)] }
            + (isEnded ? [.tag(PlaylistTag(.endList))] : [])
    }

    private var header: [PlaylistTag] {
        let numbers: [(name: TagName, value: Int?)] = [
            (.version, version), (.targetDuration, targetDuration), (.mediaSequence, mediaSequence),
            (.discontinuitySequence, discontinuitySequence),
        ]
        return [PlaylistTag(.header)]
            + numbers.compactMap { name, value in value.map { PlaylistTag(name, value: String($0)) } }
            + (type.map { [PlaylistTag(.playlistType, value: $0.rawValue)] } ?? [])
            + (isIFramesOnly ? [PlaylistTag(.iFramesOnly)] : [])
            + (hasIndependentSegments ? [PlaylistTag(.independentSegments)] : [])
    }
}

extension PlaylistSegment {
    private static let noKey = AttributeList([AttributeList.Attribute("METHOD", "NONE")])

    /// Returns the tags before the URI. A key and a map apply to the segments after them, too.
    fileprivate func tags(after previous: PlaylistSegment?) -> [PlaylistTag] {
        var tags: [PlaylistTag] = []
        if isDiscontinuous { tags.append(PlaylistTag(.discontinuity)) }
        if key != previous?.key { tags.append(PlaylistTag(.key, attributes: key ?? Self.noKey)) }
        if let map, map != previous?.map { tags.append(PlaylistTag(.map, attributes: map.attributes)) }
        if isGap { tags.append(PlaylistTag(.gap)) }
        if let programDateTime { tags.append(PlaylistTag(.programDateTime, value: programDateTime)) }
        tags.append(PlaylistTag(.duration, value: duration.decimal + ","))
        if let byteRange { tags.append(PlaylistTag(.byteRange, value: byteRange.description)) }
        return tags
    }
}
