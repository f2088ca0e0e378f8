public import MediaTime

/// A mark that the user set in the recording.
public struct BroadcastAnnotation: Equatable, Sendable {
    /// The time of the mark, on the recording's clock.
    public let time: MediaTime
    /// The name of the mark; nil if it has none.
    public let text: String?

    package init(time: MediaTime, text: String?) {
        self.time = time
        self.text = text
    }
}

/// The reason for the end of a broadcast.
public enum BroadcastFinishReason: String, Codable, Sendable {
    /// The recording ended. Everything was sent.
    case recordingEnded
    /// A user stopped the broadcast. The recording may continue.
    case stopped
}
