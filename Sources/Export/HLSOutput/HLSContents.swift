/// The contents of an HLS folder.
public struct HLSContents: Codable, Sendable, Equatable {
    /// The names of the renditions of frames, such as `720p`, with the largest first.
    public var renditions: [String]
    /// The renditions of the preset that are left out because the recording is too small for them.
    public var dropped: [String]
    /// The number of media files of an earlier export that were kept unchanged.
    public var keptFiles: Int
    /// The number of media files that were written.
    public var newFiles: Int
    /// The parts of an earlier export that this export does not have, `page` or `captions`, or nil if there are none.
    public var lostParts: [String]?
}

/// The result of an export to an HLS folder.
package struct HLSExportResult: Sendable {
    /// The path of the multivariant playlist.
    package let path: String
    /// The number of frames in the largest rendition.
    package let frames: Int
    /// The size of all files, in bytes.
    package let bytes: Int64
    package let contents: HLSContents
}
