/// The lowest EXT-X-VERSION that a playlist needs, and the reason (RFC 8216, 7; draft-pantos-hls-rfc8216bis, 8).
package struct VersionNeed: Sendable, Equatable {
    package private(set) var version = 1
    package private(set) var reason = "its tags"
    package private(set) var line: Int?

    private static let features: [(name: String, version: Int)] = [
        ("EXT-X-BYTERANGE", 4), ("EXT-X-I-FRAMES-ONLY", 4), ("EXT-X-DEFINE", 8), ("EXT-X-SKIP", 9),
    ]

    init(_ text: PlaylistText) {
        let isIFramesOnly = text.tags.contains { $0.tag.name == "EXT-X-I-FRAMES-ONLY" }
        for (line, tag) in text.tags {
            for feature in Self.features where feature.name == tag.name {
                raise(feature.version, reason: tag.name, line: line)
            }
            switch tag.name {
            case "EXTINF" where tag.value?.utf8.prefix { $0 != UInt8(ascii: ",") }.contains(UInt8(ascii: ".")) ?? false:
                raise(3, reason: "durations with fractions", line: line)
            case "EXT-X-MAP": raise(isIFramesOnly ? 5 : 6, reason: "EXT-X-MAP", line: line)
            case "EXT-X-KEY", "EXT-X-MEDIA", "EXT-X-DEFINE", "EXT-X-SKIP", "EXT-X-STREAM-INF",
                "EXT-X-I-FRAME-STREAM-INF":
                readAttributes(of: tag, line)
            default: break
            }
        }
    }

    private mutating func readAttributes(of tag: PlaylistTag, _ line: Int) {
        let attributes = tag.attributes
        let isKey = tag.name == "EXT-X-KEY"
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
