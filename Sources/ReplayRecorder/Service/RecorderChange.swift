public import MediaTime

/// The answer to a request to a recorder.
public struct RecorderChange: Codable, Sendable {
    /// From when on it holds, in the recording's own time.
    public let time: MediaTime
    /// False where it was so already.
    public let isChanged: Bool
}
