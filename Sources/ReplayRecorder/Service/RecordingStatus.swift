public import MediaTime
public import ReplayMovie

/// How a recording that is being made is doing.
public struct RecordingStatus: Codable, Sendable {
    /// Which recording.
    public var id: RecordingID
    /// What it is doing.
    public var state: RecordingMachine.State
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
}
