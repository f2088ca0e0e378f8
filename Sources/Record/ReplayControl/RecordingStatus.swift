public import MediaTime
public import ReplayLibrary
public import ReplaySources

/// How a recording that is being made is doing.
public struct RecordingStatus: Codable, Sendable {
    /// Where a recording stands.
    public enum State: String, Codable, Sendable {
        /// Sources are opened; nothing is recorded yet.
        case arming
        /// What is shown and heard goes into the movie.
        case recording
        /// The movie's clock stands still; nothing is taken.
        case paused
        /// The movie should grow and does not: the disk or the display does not answer.
        case stalled
        /// Capture has ended; the movie is brought to its end.
        case finishing
        /// The movie is whole.
        case finished
        /// Every file of it is gone.
        case discarded
    }

    /// Which recording.
    public var id: RecordingID
    /// What it is doing.
    public var state: RecordingStatus.State
    /// How long it is.
    public var elapsed: MediaTime
    /// Bytes in the movie.
    public var bytes: Int64
    /// Frames in the movie.
    public var frames: Int
    /// Frames that were lost because the disk could not keep up.
    public var droppedFrames: Int
    /// Audio that was lost because the disk could not keep up, of the track that lost most; nil: none.
    public var droppedAudio: MediaTime?
    /// Whether silence is recorded in place of the microphone.
    public var isMuted: Bool
    /// What is recorded: what is seen, then what is heard; nil: an older recorder, which does not say.
    public var sources: [RecordingSource]?
    /// Why a cover is recorded in place of the screen; empty: none is.
    public var coverReasons: [CoverReason]
    /// The loudest sample of each audio track since the last status, 0...1.
    public var levels: [AudioSource: Float]
    /// Bytes left on the disk, where known.
    public var freeBytes: Int64?
    /// What is wrong without ending the recording, in a sentence: a source that went away, a window that was closed.
    public var warning: String?

    package init(
        id: RecordingID, state: RecordingStatus.State, elapsed: MediaTime, bytes: Int64, frames: Int,
        droppedFrames: Int, droppedAudio: MediaTime? = nil, isMuted: Bool, sources: [RecordingSource]? = nil,
        coverReasons: [CoverReason], levels: [AudioSource: Float], freeBytes: Int64? = nil, warning: String? = nil
    ) {
        self.id = id
        self.state = state
        self.elapsed = elapsed
        self.bytes = bytes
        self.frames = frames
        self.droppedFrames = droppedFrames
        self.droppedAudio = droppedAudio
        self.isMuted = isMuted
        self.sources = sources
        self.coverReasons = coverReasons
        self.levels = levels
        self.freeBytes = freeBytes
        self.warning = warning
    }
}
