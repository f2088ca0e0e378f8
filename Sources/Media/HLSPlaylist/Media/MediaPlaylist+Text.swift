extension MediaPlaylist {
    /// The playlist as text, from which `ParsedMediaPlaylist` reads the same values.
    package var text: String { contents.text }

    /// The lowest version that supports the tags.
    package var versionNeed: VersionNeed { VersionNeed(contents.tags) }

    private var contents: [PlaylistText.Content] {
        let previous = [nil] + segments.map(Optional.some)
        return header.map(PlaylistText.Content.tag)
            + zip(segments, previous).flatMap { $0.tags(after: $1).map(PlaylistText.Content.tag) + [.uri($0.uri)] }
            + ending.map(PlaylistText.Content.tag)
    }

    /// The tags after the last segment.
    private var ending: [PlaylistTag] {
        (pending?.tags(after: segments.last) ?? [])
            + preloadHints.map { PlaylistTag(.preloadHint, attributes: $0.attributes) }
            + renditionReports.map { PlaylistTag(.renditionReport, attributes: $0.attributes) }
            + (isEnded ? [PlaylistTag(.endList)] : [])
    }

    private var lowLatencyHeader: [PlaylistTag] {
        let control = serverControl.map { [PlaylistTag(.serverControl, attributes: $0.attributes)] } ?? []
        let target = partTarget.map { AttributeList([.init("PART-TARGET", $0.decimal)]) }
        return control + (target.map { [PlaylistTag(.partInf, attributes: $0)] } ?? [])
    }

    private var skip: [PlaylistTag] {
        guard skippedSegments > 0 else { return [] }
        return [PlaylistTag(.skip, attributes: AttributeList([.init("SKIPPED-SEGMENTS", skippedSegments)]))]
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
            + (hasIndependentSegments ? [PlaylistTag(.independentSegments)] : []) + lowLatencyHeader + skip
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
        tags += parts.map { PlaylistTag(.part, attributes: $0.attributes) }
        tags.append(PlaylistTag(.duration, value: duration.decimal + ","))
        if let byteRange { tags.append(PlaylistTag(.byteRange, value: byteRange.description)) }
        return tags
    }
}

extension PendingSegment {
    fileprivate func tags(after previous: PlaylistSegment?) -> [PlaylistTag] {
        var tags: [PlaylistTag] = []
        if isDiscontinuous { tags.append(PlaylistTag(.discontinuity)) }
        if let map, map != previous?.map { tags.append(PlaylistTag(.map, attributes: map.attributes)) }
        if let programDateTime { tags.append(PlaylistTag(.programDateTime, value: programDateTime)) }
        return tags + parts.map { PlaylistTag(.part, attributes: $0.attributes) }
    }
}
