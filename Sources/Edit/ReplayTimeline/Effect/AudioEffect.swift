public import AudioSources
public import MediaTime

/// An effect that changes the volume of audio in a range of the recording.
public struct AudioEffect: Hashable, Sendable {
    /// The kinds of effects. Several effects at the same instant are combined.
    public enum Kind: Hashable, Sendable {
        /// Changes the volume by a gain.
        case gain(Gain)
        /// Mutes the audio.
        case mute
        /// Fades in, from silence at the start of the range to full volume at its end.
        case fadeIn
        /// Fades out, from full volume at the start of the range to silence at its end.
        case fadeOut
    }

    /// The kind of effect.
    public let kind: Kind
    /// The range, in the recording's time.
    public let range: TimeRange
    /// The source of the track, or nil for all tracks.
    public let track: AudioSource?

    /// Creates an effect.
    public init(_ kind: Kind, during range: TimeRange, track: AudioSource? = nil) {
        (self.kind, self.range, self.track) = (kind, range, track)
    }
}
