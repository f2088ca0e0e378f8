public import MediaTime

/// How loud the audio of a range of the recording is heard.
public struct AudioEffect: Hashable, Sendable {
    /// A track of the recording.
    public enum Track: String, Hashable, Sendable, CaseIterable {
        /// The applications' audio.
        case app
        /// The microphone.
        case mic
    }

    /// What is done to it. Of several effects at one instant all count.
    public enum Kind: Hashable, Sendable {
        /// Louder, or less loud.
        case gain(Gain)
        /// Not heard at all.
        case mute
        /// From nothing at the beginning of the range to as loud as it is at its end.
        case fadeIn
        /// From as loud as it is at the beginning of the range to nothing at its end.
        case fadeOut
    }

    /// What is done.
    public let kind: Kind
    /// When, in the recording's own time.
    public let range: TimeRange
    /// To which track; nil: to all.
    public let track: Track?

    /// Sets its properties.
    public init(_ kind: Kind, _ range: TimeRange, _ track: Track? = nil) {
        (self.kind, self.range, self.track) = (kind, range, track)
    }
}
