/// The files of a rendition, as playlists describe them.
package struct RenditionMedia: Sendable {
    /// A segment, or a single frame in a trick-play rendition.
    package struct Segment: Sendable, Equatable {
        package let uri: String
        /// The byte range in the file, or nil if the segment is a file of its own.
        package let range: Range<Int>?
        /// The size, in bytes.
        package let size: Int
        /// The range in the output, in ticks of 1/90,000 s.
        let time: Range<Int64>
        /// True if the time before the segment is missing.
        var isDiscontinuous = false
    }

    /// The name of the rendition's folder.
    package let name: String
    /// The codec string (RFC 6381), or nil for text.
    let codec: String?
    /// The place of the header, or nil for text.
    let header: (uri: String, range: Range<Int>?)?
    package let segments: [Segment]

    /// The path of the rendition's playlist, relative to the HLS folder.
    package var playlist: String { name + "/index.m3u8" }
}
