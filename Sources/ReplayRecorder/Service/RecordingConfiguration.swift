/// What to record and how.
public struct RecordingConfiguration: Codable, Sendable {
    /// The X11 display, as in `$DISPLAY`; nil for that.
    public var display: String?
    /// The sounds to record, each as a track of its own.
    public var sounds: [SoundKind] = [.application]
    /// The camera to record as a track of its own; nil: none.
    public var camera: CameraInput?
    /// The most pictures a second, 1...240. A screen that changes less often gives fewer.
    public var framesPerSecond = 60
    /// Ends the recording by itself after so many milliseconds; nil: never.
    public var durationMilliseconds: Int64?
    /// What the recording is called, if anything.
    public var name: String?
    /// Whether the recording goes on when the program that began it ends.
    public var isDetached = false
    /// Where the recordings are; nil: see `RecordingLibrary.defaultHome`.
    public var home: String?

    /// What `framesPerSecond` may be.
    public static let frameRates = 1...240
    /// The most characters of a name.
    public static let longestName = 200

    /// The whole screen of `$DISPLAY`, with application sound.
    public init() {}
}
