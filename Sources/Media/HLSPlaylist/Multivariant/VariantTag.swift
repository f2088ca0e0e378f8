package import MediaTime

/// EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF (RFC 8216, 4.3.4.2 and 4.3.4.3).
package struct VariantTag: Sendable, Equatable {
    /// The URI after the tag, or the URI attribute of EXT-X-I-FRAME-STREAM-INF.
    package let uri: String
    package let attributes: AttributeList

    package init(uri: String, _ attributes: AttributeList) { (self.uri, self.attributes) = (uri, attributes) }

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

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }
}
