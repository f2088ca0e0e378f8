/// What an HLS folder holds.
public struct HLSContents: Codable, Sendable, Equatable {
    /// Renditions of frames, such as `720p`, the largest first.
    public var renditions: [String]
    /// What the preset asks for and the recording is too small for.
    public var dropped: [String]
    /// Media files that an earlier export had left there, and that stayed as they were.
    public var keptFiles: Int
    /// Media files that were written.
    public var newFiles: Int
}
