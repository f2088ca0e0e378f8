public import MediaTime

/// The answer to a request to a recorder.
public struct RecorderChange: Codable, Sendable {
    /// From when on it holds, in the recording's own time.
    public let time: MediaTime
    /// False where it was unchanged.
    public let isChanged: Bool
    /// Of a mark: which one of the recording it is, from 1.
    public let number: Int?
}
