public import AudioSources
public import MediaTime
public import ReplayLibrary
public import ReplaySources

/// The status of a recording in progress.
public struct RecordingStatus: Codable, Sendable {
    /// The states of a recording.
    public enum State: String, Codable, Sendable {
        /// Sources are being opened. Nothing is recorded yet.
        case arming
        /// Video and audio are recorded.
        case recording
        /// The movie's clock is stopped. Nothing is recorded.
        case paused
        /// The movie does not grow although it should: the disk or the display does not answer.
        case stalled
        /// Capture has ended. The movie is being completed.
        case finishing
        /// The movie is complete.
        case finished
        /// All files of the recording are removed.
        case discarded
    }

    /// The recording's identifier.
    public var id: RecordingID
    /// The recording's state.
    public var state: RecordingStatus.State
    /// The length of the recording, without pauses.
    public var elapsed: MediaTime
    /// The size of the movie, in bytes.
    public var bytes: Int64
    /// The number of frames in the movie.
    public var frames: Int
    /// The number of frames that were lost because the disk was too slow.
    public var droppedFrames: Int
    /// The length of audio that was lost because the disk was too slow, for the track that lost most. Nil if nothing
    /// was lost.
    public var droppedAudio: MediaTime?
    /// True if silence is recorded instead of the microphone.
    public var isMuted: Bool
    /// The recorded sources: the screen, then audio, the camera and the pointer. Nil from an older recorder.
    public var sources: [RecordingSource]?
    /// The reasons why a cover is recorded instead of the screen. Empty if the screen is not covered.
    public var coverReasons: [CoverReason]
    /// The peak sample value of each audio track since the previous status, in 0...1.
    public var levels: [AudioSource: Float]
    /// The free space on the disk, in bytes, or nil if unknown.
    public var freeBytes: Int64?
    /// A problem that does not end the recording, as a sentence: for example a lost source or a closed window.
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
