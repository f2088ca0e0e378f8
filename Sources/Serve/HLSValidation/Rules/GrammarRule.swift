import HLSPlaylist

/// The rule for row 5, tags: no violations of a playlist's grammar (RFC 8216, 4).
struct GrammarRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        let main = presentation.main.map { findings(of: $0.parsed.faults, in: $0.path) } ?? []
        return main + presentation.renditions.flatMap { findings(of: $0.parsed.faults, in: $0.path) + emptiness($0) }
    }

    private func findings(of faults: [PlaylistFault], in path: String) -> [HLSFinding] {
        faults.map { HLSFinding(.structure, file: path, line: $0.line, found: $0.found, expected: $0.expected) }
    }

    private func emptiness(_ rendition: Rendition) -> [HLSFinding] {
        guard rendition.playlist.segments.isEmpty, rendition.playlist.pending == nil else { return [] }
        return [
            HLSFinding(.structure, file: rendition.path, found: "no segment", expected: "one at least")
        ]
    }
}
