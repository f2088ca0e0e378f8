/// The rule for row 5, versions: EXT-X-VERSION is the lowest one that the playlist needs (RFC 8216, 7).
struct VersionRule: HLSRule {
    func findings(in presentation: Presentation) -> [HLSFinding] {
        let main =
            presentation.main.map { check($0.path, version: $0.playlist.version, need: $0.playlist.versionNeed) } ?? []
        return main
            + presentation.renditions.flatMap {
                check($0.path, version: $0.playlist.version, need: $0.playlist.versionNeed)
            }
    }

    private func check(_ path: String, version: Stated<Int>?, need: VersionNeed) -> [HLSFinding] {
        guard (version?.value ?? 1) != need.version else { return [] }
        let found = version.map { "#EXT-X-VERSION:\($0.value)" } ?? "no #EXT-X-VERSION, which is 1"
        let place = need.line.map { " in line \($0)" } ?? ""
        return [
            HLSFinding(
                .structure, file: path, line: version?.line ?? 1, found: found,
                expected: "\(need.version), the minimum for \(need.reason)\(place)")
        ]
    }
}
