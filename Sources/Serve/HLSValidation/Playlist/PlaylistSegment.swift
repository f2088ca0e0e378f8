/// A segment of a media playlist: its URI and the values of the tags before it.
package struct PlaylistSegment: Sendable, Equatable {
    package let uri: String
    /// The line of the URI.
    package let line: Int
    /// The EXTINF, or zero if it is missing or not a number.
    package let duration: Seconds
    /// The line of EXTINF, or of the URI if EXTINF is missing.
    package let durationLine: Int
    package let byteRange: ByteRange?
    package let map: MediaMap?
    /// The line of EXT-X-DISCONTINUITY before this segment, or nil.
    package let discontinuityLine: Int?
    package let isEncrypted: Bool
    /// True if the playlist marks the segment as not available (EXT-X-GAP).
    package let isGap: Bool
}

/// EXT-X-MAP: the location of the initialization section (RFC 8216, 4.3.2.5).
package struct MediaMap: Sendable, Hashable {
    package let uri: String
    package let range: ByteRange?
    package let line: Int

    package static func == (first: MediaMap, second: MediaMap) -> Bool {
        first.uri == second.uri && first.range == second.range
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(range?.offset)
    }
}

/// A part of a file, written as `length@offset` in a playlist (RFC 8216, 4.3.2.2).
package struct ByteRange: Sendable, Equatable, CustomStringConvertible {
    package let offset: Int64
    package let length: Int64

    package var end: Int64 { offset + length }

    init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }

    /// Parses a byte range.
    /// - Parameter next: The end of the previous range of the same file, which is the offset if the text has
    ///   no `@offset`.
    /// - Returns: The range, or nil if it is invalid, has no offset, or ends beyond 2^53.
    init?(_ text: String, next: Int64?) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let length = PlaylistTag.integer(parts[0]),
            let offset = parts.count == 2 ? PlaylistTag.integer(parts[1]).map(Int64.init) : next,
            length <= 1 << 52, offset <= 1 << 52
        else { return nil }
        (self.offset, self.length) = (offset, Int64(length))
    }

    package var description: String { "\(length)@\(offset)" }
}
