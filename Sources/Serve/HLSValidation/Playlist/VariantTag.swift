package import MediaTime

/// EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF (RFC 8216, 4.3.4.2 and 4.3.4.3).
package struct VariantTag: Sendable {
    package let uri: String
    package let uriLine: Int
    /// The line of the tag.
    package let line: Int
    package let attributes: AttributeList

    /// The peak bit rate, in bits per second.
    package var bandwidth: Int? { attributes["BANDWIDTH"].flatMap(PlaylistTag.integer) }

    /// The average bit rate, in bits per second.
    package var averageBandwidth: Int? { attributes["AVERAGE-BANDWIDTH"].flatMap(PlaylistTag.integer) }

    package var codecs: [String]? {
        attributes["CODECS"].map { $0.split(separator: ",").map { String($0.trimmingSpaces) } }
    }

    /// The size in pixels, or nil if it is missing or not plausible.
    package var resolution: VideoResolution? { attributes["RESOLUTION"].flatMap(VideoResolution.init) }

    package var frameRate: Rational? {
        // `FrameRate` rejects numbers that are not plausible.
        attributes["FRAME-RATE"].flatMap(FrameRate.init)?.framesPerSecond
    }
}

/// A width and height in pixels.
package struct VideoResolution: Sendable, Equatable, CustomStringConvertible {
    package let width: Int
    package let height: Int

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    init?(_ text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { PlaylistTag.integer($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy((1...16_384).contains) else { return nil }
        (width, height) = (sides[0], sides[1])
    }

    package var description: String { "\(width)x\(height)" }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }
}

/// EXT-X-MEDIA (RFC 8216, 4.3.4.1).
package struct RenditionTag: Sendable {
    package let line: Int
    package let attributes: AttributeList

    /// The type: `AUDIO`, `VIDEO`, `SUBTITLES` or `CLOSED-CAPTIONS`.
    package var type: String { attributes["TYPE"] ?? "" }
    package var group: String? { attributes["GROUP-ID"] }
    package var name: String? { attributes["NAME"] }
    package var uri: String? { attributes["URI"] }
    package var isDefault: Bool { attributes["DEFAULT"] == "YES" }
}
