import HLSPlaylist

/// The rule for row 13: playlists are UTF-8 without a byte order mark, and reveal nothing of their origin (RFC 8216,
/// 4.1). The loader checks that URIs are relative.
struct TextRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        let main = presentation.main.map { check($0.text, at: $0.path) } ?? []
        return main
            + presentation.renditions.flatMap { rendition in
                check(rendition.text, at: rendition.path) + rendition.movies.flatMap { check($0.movie) }
            }
    }

    private func check(_ text: PlaylistText, at path: String) -> [HLSFinding] {
        var findings: [HLSFinding] = []
        func note(_ line: Int, found: String, expected: String) {
            findings.append(HLSFinding(.text, file: path, line: line, found: found, expected: expected))
        }
        if text.hasByteOrderMark { note(1, found: "a byte order mark", expected: "none") }
        if let line = text.firstInvalidLine { note(line, found: "bytes that are not UTF-8", expected: "UTF-8") }
        if text.lines.first?.text != "#EXTM3U" {
            note(1, found: "a first line other than #EXTM3U", expected: "#EXTM3U")
        }
        return findings
            + text.lines.compactMap { line in
                PrivateTrace(in: line.bytes).map { trace in
                    HLSFinding(
                        .text, severity: trace.isCertain ? .violation : .warning, file: path, line: line.number,
                        found: trace.description, expected: "nothing of the machine on which it was made")
                }
            }
    }

    private func check(_ movie: InitSegment) -> [HLSFinding] {
        guard let trace = PrivateTrace(in: movie.bytes[...]) else { return [] }
        return [
            HLSFinding(
                .text, severity: trace.isCertain ? .violation : .warning, file: movie.file, offset: Int64(trace.offset),
                found: trace.description, expected: "nothing of the machine on which it was made")
        ]
    }
}
