public import MediaTime
public import ReplayLibrary
public import ReplayTimeline

/// What is removed from a movie for good. A pure value.
public struct Redaction: Sendable, Equatable {
    /// What of the frames is removed.
    public enum Frames: Sendable, Equatable {
        /// Nothing.
        case none
        /// All of them, those of a camera too.
        case whole
        /// A rectangle of the screen, in pixels of the frame as it is shown.
        case rectangle(FrameRectangle)
    }

    /// Which audio is removed.
    public enum Audio: Sendable, Equatable {
        /// None.
        case none
        /// That of all tracks.
        case all
        /// That of one track; it goes from a track that mixes it with others, too.
        case only(AudioSource)
    }

    /// On the recording's clock. Each frame that is on the screen at any instant of it is covered as long as it is shown, and
    /// audio is silent from up to three packets (some 50 ms) before until as long after it.
    public let range: TimeRange
    /// What of the frames is removed.
    public let frames: Frames
    /// Which audio is removed.
    public let audio: Audio

    /// Sets its properties.
    public init(_ range: TimeRange, frames: Frames, audio: Audio) {
        (self.range, self.frames, self.audio) = (range, frames, audio)
    }

    /// What is meant by a rectangle, by a choice of audio, by both, or by neither: what is named, and everything where nothing is.
    /// - Parameters:
    ///   - range: on the recording's clock.
    ///   - rectangle: nil: no rectangle was named.
    ///   - choice: nil: no audio was named.
    public init(_ range: TimeRange, rectangle: FrameRectangle?, audio choice: AudioChoice?) {
        let isAll = rectangle == nil && (choice == nil || choice == AudioChoice.none)
        frames = rectangle.map { .rectangle($0) } ?? (isAll ? .whole : .none)
        audio =
            switch choice {
            case .app: .only(.application)
            case .mic: .only(.microphone)
            case .both: .all
            case AudioChoice.none?: .none
            case nil: isAll ? .all : .none
            }
        self.range = range
    }
}
