public import MediaTime

/// What a rendered chunk is, read back from its file: the only thing that says that it is done.
public struct ChunkResult: Codable, Sendable, Equatable {
    /// The version of this format: 1.
    public var version = 1
    /// The hash of the plan that it was rendered for.
    public var plan: String
    /// Its number, from 0.
    public var chunk: Int
    /// The name of its file, in the plan's folder.
    public var file: String
    /// In bytes.
    public var bytes: Int64
    /// MurmurHash3 (128 bits) of the file, as 32 hexadecimal digits.
    public var hash: String
    /// Frames in it.
    public var frames: Int
    /// When its first frame is shown in the output.
    public var first: MediaTime
    /// When its last frame is shown in the output.
    public var last: MediaTime
}
