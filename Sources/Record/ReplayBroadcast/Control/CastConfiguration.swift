package import ReplayLibrary

/// The settings of a `replay-cast` process. It gets them as one line of JSON on its standard input, because they
/// contain the key.
package struct CastConfiguration: Codable, Sendable {
    /// The recording to send.
    package var recording: RecordingID
    /// The library's home; nil for the default.
    package var home: String?
    package var destination: BroadcastDestination
    /// The name of the target for users.
    package var name: String
    /// The stream key of RTMP, or the passphrase of SRT.
    package var key: String?
    /// The stream id of SRT.
    package var streamID: String?
    /// The latency of SRT, in milliseconds.
    package var latency: Int?
    package var publicURL: String?
    /// True to begin with the recording's first frame, false to begin with the newest keyframe.
    package var beginsAtStart = false
    /// The delay in seconds beyond which frames are left out.
    package var maxDelay = 3.0
    /// The maximum number of failed attempts in a row; nil for no limit.
    package var retries: Int?
    /// True if an existing file is replaced.
    package var replacesFile = false
    /// The limits of the target; nil if it has none.
    package var limits: BroadcastService.Limits?
    /// True to encode the screen in any case, false to do so only if the recording exceeds the limits.
    package var encodes = false
    /// The duration in seconds for which viewers can go back.
    package var window = 300
    /// The user's values for a handler.
    package var setup: [String: String] = [:]
    /// The maximum memory of a handler, in bytes.
    package var handlerMemory = HandlerLimits.memory

    package init(recording: RecordingID, home: String?, destination: BroadcastDestination, name: String) {
        self.recording = recording
        self.home = home
        self.destination = destination
        self.name = name
    }
}
