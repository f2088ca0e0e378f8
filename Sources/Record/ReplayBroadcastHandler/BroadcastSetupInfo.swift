/// The description of a broadcast, which a handler receives before the first sample buffer.
public struct BroadcastSetupInfo: Codable, Equatable, Sendable {
    /// A track whose sample buffers the handler receives.
    public struct Track: Codable, Equatable, Sendable {
        /// The kind of the track's sample buffers.
        public var kind: BroadcastSampleKind
        /// The size of frames in pixels; nil for audio.
        public var width, height: Int?
        /// The sample rate in Hz; nil for video.
        public var sampleRate: Int?
        /// The number of channels; nil for video.
        public var channels: Int?

        package init(_ kind: BroadcastSampleKind) { self.kind = kind }
    }

    /// The version of the protocol, 1.
    public var version: Int
    /// The id of the recording.
    public var recording: String
    /// The name of the recording for users.
    public var name: String
    /// The tracks of the recording that are sent.
    public var tracks: [Track]
    /// The user's values: the options `--setup KEY=VALUE`.
    public var values: [String: String]
    /// The maximum memory of the handler, in bytes.
    public var memoryLimit: Int64

    package init(recording: String, name: String, tracks: [Track], values: [String: String], memoryLimit: Int64) {
        version = HandlerRequest.version
        self.recording = recording
        self.name = name
        self.tracks = tracks
        self.values = values
        self.memoryLimit = memoryLimit
    }
}
