/// The lowest EXT-X-VERSION that a playlist needs, and the reason (RFC 8216, 7; draft-pantos-hls-rfc8216bis, 8).
package struct VersionNeed: Sendable, Equatable {
    package private(set) var version = 1
    package private(set) var reason = "its tags"
    package private(set) var line: Int?

    private static let features: [TagName: Int] = [.byteRange: 4, .iFramesOnly: 4, .define: 8, .skip: 9]

    /// Determines the version for the tags of a playlist.
    init(_ tags: [(line: Int, tag: PlaylistTag)]) {
        let isIFramesOnly = tags.contains { $0.tag.known == .iFramesOnly }
        for (line, tag) in tags {
            guard let name = tag.known else { continue }
            if let version = Self.features[name] { raise(version, reason: tag.name, line: line) }
            switch name {
            case .duration where tag.value?.utf8.prefix { $0 != UInt8(ascii: ",") }.contains(UInt8(ascii: ".")) ?? false:
                raise(3, reason: "durations with fractions", line: line)
            case .map: raise(isIFramesOnly ? 5 : 6, reason: tag.name, line: line)
            case .key, .media, .define, .skip, .streamInf, .iFrameStreamInf: readAttributes(of: tag, line)
            default: break
            }
        }
    }

    private mutating func readAttributes(of tag: PlaylistTag, _ line: Int) {
        let attributes = tag.attributes
        let isKey = tag.known == .key
        if isKey, attributes["IV"] != nil { raise(2, reason: "IV", line: line) }
        if isKey, attributes["KEYFORMAT"] != nil || attributes["KEYFORMATVERSIONS"] != nil {
            raise(5, reason: "KEYFORMAT", line: line)
        }
        if attributes["INSTREAM-ID"]?.hasPrefix("SERVICE") ?? false { raise(7, reason: "INSTREAM-ID", line: line) }
        if attributes["RECENTLY-REMOVED-DATERANGES"] != nil {
            raise(10, reason: "RECENTLY-REMOVED-DATERANGES", line: line)
        }
        if attributes["QUERYPARAM"] != nil { raise(11, reason: "QUERYPARAM", line: line) }
        if attributes.attributes.contains(where: { $0.name.hasPrefix("REQ-") }) {
            raise(12, reason: "REQ- attributes", line: line)
        }
    }

    private mutating func raise(_ version: Int, reason: String, line: Int) {
        guard version > self.version else { return }
        (self.version, self.reason, self.line) = (version, reason, line)
    }
}
