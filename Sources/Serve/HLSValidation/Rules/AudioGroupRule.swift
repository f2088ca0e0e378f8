import HLSPlaylist

/// The rule for row 9: every audio rendition is described, in agreement with its codec (RFC 8216, 4.3.4.1; Apple 8.10).
struct AudioGroupRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        let tags = main.renditions.filter { $0.type == "AUDIO" }
        let groups = Dictionary(grouping: tags) { $0.group ?? "" }.sorted { $0.key < $1.key }
        let faults =
            tags.flatMap { attributes($0) + channels(of: $0, in: presentation.rendition(of: $0.uri)) }
            + groups.flatMap { defaults($1) + names($1) } + references(of: main, to: Set(groups.map(\.key)))
        return faults.map { line, found, expected in
            HLSFinding(.audioGroups, file: main.path, line: line, found: found, expected: expected)
        }
    }

    private typealias Fault = (line: Int, found: String, expected: String)

    private func attributes(_ tag: Stated<RenditionTag>) -> [Fault] {
        let missing = ["GROUP-ID", "NAME", "LANGUAGE", "DEFAULT", "AUTOSELECT", "CHANNELS"].filter {
            tag.attributes[$0] == nil
        }
        var faults = missing.map { (tag.line, "an audio rendition without \($0)", $0) }
        for name in ["DEFAULT", "AUTOSELECT"] {
            if let value = tag.attributes[name], !["YES", "NO"].contains(value) {
                faults.append((tag.line, "\(name)=\(value)", "YES or NO"))
            }
        }
        if tag.isDefault, tag.attributes["AUTOSELECT"] == "NO" {
            faults.append((tag.line, "DEFAULT=YES with AUTOSELECT=NO", "AUTOSELECT=YES"))
        }
        return faults
    }

    private func channels(of tag: Stated<RenditionTag>, in rendition: Rendition?) -> [Fault] {
        guard let stated = tag.attributes["CHANNELS"], let held = rendition?.movie?.audio?.description?.channels,
            stated.split(separator: "/").first.flatMap(PlaylistTag.integer) != held
        else { return [] }
        return [(tag.line, "CHANNELS=\"\(stated)\"", "\"\(held)\", as the codec says")]
    }

    private func defaults(_ group: [Stated<RenditionTag>]) -> [Fault] {
        let defaults = group.filter(\.isDefault)
        if defaults.count == 1 { return [] }
        let line = (defaults.dropFirst().first ?? group.first)?.line ?? 1
        return [(line, "\(defaults.count) renditions with DEFAULT=YES in a group", "one")]
    }

    private func names(_ group: [Stated<RenditionTag>]) -> [Fault] {
        var seen: Set<String> = []
        return group.compactMap { tag in
            guard let name = tag.name, !seen.insert(name).inserted else { return nil }
            return (tag.line, "NAME=\"\(name)\" a second time in its group", "a name of its own")
        }
    }

    private func references(of main: Presentation.Main, to groups: Set<String>) -> [Fault] {
        main.variants.compactMap { variant in
            guard let group = variant.attributes["AUDIO"], !groups.contains(group) else { return nil }
            return (variant.line, "AUDIO=\"\(group)\"", "the GROUP-ID of an audio rendition")
        }
    }
}
