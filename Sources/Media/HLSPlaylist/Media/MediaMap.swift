/// EXT-X-MAP: the location of the initialization section (RFC 8216, 4.3.2.5).
package struct MediaMap: Sendable, Hashable {
    package let uri: String
    /// The part of the file, or nil if it is the whole file.
    package let range: ByteRange?

    package init(uri: String, range: ByteRange?) { (self.uri, self.range) = (uri, range) }

    /// The attributes of the tag.
    var attributes: AttributeList {
        AttributeList([.quoted("URI", uri)] + (range.map { [.quoted("BYTERANGE", $0.description)] } ?? []))
    }
}
