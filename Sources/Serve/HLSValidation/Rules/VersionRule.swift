import HLSPlaylist

/// The rule for row 5, versions: EXT-X-VERSION is the lowest one that the playlist needs (RFC 8216, 7).
struct VersionRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        let main =
            presentation.main.map {
                check(
                    $0.path, version: $0.parsed.playlist.version, line: $0.parsed.lines.version,
                    need: $0.parsed.versionNeed)
            } ?? []
        return main
            + presentation.renditions.flatMap {
                check($0.path, version: $0.playlist.version, line: $0.lines[.version], need: $0.parsed.versionNeed)
            }
    }

    private func check(_ path: String, version: Int?, line: Int?, need: VersionNeed) -> [HLSFinding] {
        guard (version ?? 1) != need.version else { return [] }
        let found = version.map { "#EXT-X-VERSION:\($0)" } ?? "no #EXT-X-VERSION, which is 1"
        let place = need.line.map { " in line \($0)" } ?? ""
        return [
            HLSFinding(
                .structure, file: path, line: line ?? 1, found: found,
                expected: "\(need.version), the minimum for \(need.reason)\(place)")
        ]
    }
}
