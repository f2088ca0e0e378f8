public import ReplayLibrary

/// The status of a broadcast to one target.
public struct BroadcastStatus: Codable, Equatable, Sendable {
    /// The state of a broadcast.
    public enum State: String, Codable, Sendable {
        /// The connection is being opened.
        case connecting
        /// The recording is being sent.
        case live
        /// Nothing is sent, because a user asked for that. The connection stays open.
        case paused
        /// The target has taken no data for 2 s.
        case stalled
        /// The connection failed. The next attempt comes after a delay.
        case waiting
        /// The output is being completed.
        case ending
        /// The target refused the broadcast, and there is no further attempt.
        case refused
        /// The broadcast is over.
        case ended
    }

    /// The number of the broadcast: the id of its process.
    public var number: Int32
    /// The recording that is sent.
    public var recording: RecordingID
    /// The name of the target, without secrets.
    public var target: String
    /// The state.
    public var state: State
    /// The number of bytes sent, in all connections and to all viewers.
    public var bytes: Int64 = 0
    /// The number of video frames sent.
    public var frames = 0
    /// The number of video frames left out, because the target was too slow or not connected.
    public var droppedFrames = 0
    /// The time from the newest frame in the movie to the last one sent, in seconds.
    public var delay = 0.0
    /// The bit rate of the broadcast's own encoder, in bits per second; nil if the recording's packets are sent.
    public var encodingRate: Int?
    /// The number of connections that were accepted.
    public var connections = 0
    /// The time until the next attempt, in seconds; nil if none is planned.
    public var nextAttempt: Double?
    /// The reason of the last failure as a clause; nil while the target is live.
    public var problem: String?
    /// The kind of the last failure; nil while the target is live.
    public var problemKind: BroadcastFailure.Kind?
    /// The failure of a program that the service's set-up program named, as a clause; nil if there was none.
    public var setupProblem: String?
    /// The number of viewers who fetched media in the last 10 s; nil if this machine does not serve them.
    public var viewers: Int?
    /// The public address for viewers; nil if it is not known.
    public var publicURL: String?
    /// The comments so far; nil if the target is not the recording's comments.
    public var comments: CommentSummary?

    /// True if the process of the broadcast was killed or has crashed.
    package var isLost: Bool { problem == CastRecords.lostProblem }

    package init(number: Int32, recording: RecordingID, target: String, state: State) {
        self.number = number
        self.recording = recording
        self.target = target
        self.state = state
    }
}
