/// What was written of a rendition: all that playlists say of it.
struct RenditionMedia: Sendable {
    /// A segment, or a frame of its own in a trick-play rendition.
    struct Segment: Sendable, Equatable {
        let uri: String
        /// In the file, where segments are not files of their own.
        let range: Range<Int>?
        /// In bytes.
        let size: Int
        /// In ticks of 1/90,000 s.
        let time: Range<Int64>
    }

    /// The name of its folder.
    let name: String
    /// RFC 6381's name of how it is coded; nil for text.
    let codec: String?
    /// Where the header is; nil for text.
    let header: (uri: String, range: Range<Int>?)?
    let segments: [Segment]

    /// Where its playlist is, from the folder of all.
    var playlist: String { name + "/index.m3u8" }
}
