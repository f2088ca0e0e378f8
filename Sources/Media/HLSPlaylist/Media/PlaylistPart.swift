/// A part of a segment, which viewers can fetch before the segment is complete (EXT-X-PART;
/// draft-pantos-hls-rfc8216bis, 4.4.4.9).
package struct PlaylistPart: Sendable, Equatable {
    package let uri: String
    /// The DURATION, or zero if it is missing or not a number.
    package let duration: Seconds
    /// True if the part begins with a keyframe (INDEPENDENT).
    package var isIndependent = false
    package var byteRange: ByteRange?
    /// True if the part is not available (GAP).
    package var isGap = false

    package init(uri: String, duration: Seconds) { (self.uri, self.duration) = (uri, duration) }

    /// Creates a part from the attributes of its tag; nil if it has no URI.
    init?(_ attributes: AttributeList) {
        guard let uri = attributes["URI"] else { return nil }
        self.uri = uri
        duration = attributes["DURATION"].flatMap { Seconds(decimal: $0) } ?? .zero
        isIndependent = attributes["INDEPENDENT"] == "YES"
        isGap = attributes["GAP"] == "YES"
    }

    var attributes: AttributeList {
        var list: [AttributeList.Attribute] = [.init("DURATION", duration.decimal), .quoted("URI", uri)]
        if isIndependent { list.append(.init("INDEPENDENT", "YES")) }
        if let byteRange { list.append(.quoted("BYTERANGE", byteRange.description)) }
        if isGap { list.append(.init("GAP", "YES")) }
        return AttributeList(list)
    }
}

/// The parts of a segment that is not complete yet, and the values that apply to it.
package struct PendingSegment: Sendable, Equatable {
    package var parts: [PlaylistPart] = []
    /// The EXT-X-MAP that applies, or nil if there is none.
    package var map: MediaMap?
    /// True if EXT-X-DISCONTINUITY is before the parts.
    package var isDiscontinuous = false
    /// The date of the first frame, in ISO 8601 (EXT-X-PROGRAM-DATE-TIME).
    package var programDateTime: String?

    package init() {}
}
