/// A segment of a media playlist: its URI, and what the tags before it say of it.
package struct PlaylistSegment: Sendable, Equatable {
    package let uri: String
    /// Where the URI stands.
    package let line: Int
    /// EXTINF; zero where it is missing or no number.
    package let duration: Seconds
    /// Where the EXTINF stands, or the URI in its place.
    package let durationLine: Int
    package let byteRange: ByteRange?
    package let map: MediaMap?
    /// Where EXT-X-DISCONTINUITY stands, if it stands before this segment.
    package let discontinuityLine: Int?
    package let isEncrypted: Bool
    /// Whether the playlist says that there is nothing to fetch.
    package let isGap: Bool
}

/// EXT-X-MAP: where the initialization section is (RFC 8216, 4.3.2.5).
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

/// A part of a file: `length@offset` in a playlist (RFC 8216, 4.3.2.2).
package struct ByteRange: Sendable, Equatable, CustomStringConvertible {
    package let offset: Int64
    package let length: Int64

    package var end: Int64 { offset + length }

    init(offset: Int64, length: Int64) {
        self.offset = offset
        self.length = length
    }

    /// - Parameter next: where the last range of the same file ended; it holds where there is no `@offset`.
    /// - Returns: nil for what is no range, one without a beginning, or one that ends beyond 2^53.
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
