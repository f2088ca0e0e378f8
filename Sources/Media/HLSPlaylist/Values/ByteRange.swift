/// A part of a file, written as `length@offset` in a playlist (RFC 8216, 4.3.2.2).
package struct ByteRange: Sendable, Hashable, CustomStringConvertible {
    package let offset: Int64
    package let length: Int64

    package var end: Int64 { offset + length }

    package init(offset: Int64, length: Int64) {
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
