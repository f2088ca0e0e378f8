public import AudioSources
public import MediaTime
public import ReplayTimeline

/// The content to remove permanently from a movie. A pure value.
public struct Redaction: Sendable, Equatable {
    /// The part of the frames to remove.
    public enum Frames: Sendable, Equatable {
        /// Removes nothing.
        case none
        /// Removes whole frames, including those of a camera.
        case whole
        /// Removes a rectangle of the screen, in pixels of the displayed frame.
        case rectangle(FrameRectangle)
    }

    /// The audio to remove.
    public enum Audio: Sendable, Equatable {
        /// Removes no audio.
        case none
        /// Removes the audio of all tracks.
        case all
        /// Removes the audio of one track. It is also removed from a track that mixes it with others.
        case only(AudioSource)
    }

    /// The range on the recording's clock. Each frame that is on the screen within it is covered for its whole
    /// duration. Audio is silent from up to three packets (about 50 ms) before the range until as long after it.
    public let range: TimeRange
    /// The part of the frames to remove.
    public let frames: Frames
    /// The audio to remove.
    public let audio: Audio

    /// Creates a redaction.
    public init(_ range: TimeRange, frames: Frames, audio: Audio) {
        (self.range, self.frames, self.audio) = (range, frames, audio)
    }

    /// Creates a redaction from the options that a user gave. If neither a rectangle nor audio is given, everything in
    /// the range is removed.
    /// - Parameters:
    ///   - range: The range on the recording's clock.
    ///   - rectangle: The rectangle, or nil if none was given.
    ///   - choice: The audio, or nil if none was given.
    package init(_ range: TimeRange, rectangle: FrameRectangle?, audio choice: AudioChoice?) {
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
