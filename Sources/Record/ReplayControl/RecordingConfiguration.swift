import Glibc
public import MediaTime
public import ReplayLibrary
public import ReplaySources

/// What to record and how.
public struct RecordingConfiguration: Codable, Sendable {
    /// The X11 display, as in `$DISPLAY`; nil for that, or for what `screenSystem` says.
    public var display: String?
    /// Whether an X11 display is recorded in a Wayland session too, where it shows only what programs of X11 draw.
    public var usesX11 = false
    /// Whether the desktop portal asks its user only once what to share, and the next recording that says so shares the same. Not
    /// used where no portal is.
    public var remembersShare = false
    /// Whether the desktop is asked for keys that pause, cover, mark and stop the recording whatever program is in front.
    public var usesShortcuts = false
    /// What of the display is recorded. What takes another size later is fitted into the size that it had at first.
    public var target = CaptureTarget.screen
    /// The recording is covered while a window of such a class (`WM_CLASS`) is in the frame.
    public var coverClasses = PrivateWindowClasses.passwordManagers
    /// The path of an image that is recorded in place of the screen while it is covered, fitted into the canvas on
    /// black; nil: a plain grey one.
    public var coverImage: String?
    /// The audio tracks to record, each as a track of its own.
    public var audio: [AudioSource] = [.application]
    /// The camera to record as a track of its own; nil: none.
    public var camera: CameraInput?
    /// The application whose audio is recorded: its name, its program's or its process id; nil: all that is played.
    public var application: String?
    /// Whether an application that plays nothing yet is waited for, in silence; otherwise the recording does not begin.
    public var waitsForApplication = false
    /// The microphone: its name or a part of its description; nil: the default one.
    public var microphone: String?
    /// The most frames per second, 1...240. A screen that changes less often gives fewer.
    public var framesPerSecond = 60
    /// Ends the recording by itself after so much was recorded, pauses not counted, 0.1 s at least; nil: never. What a
    /// recording that is resumed has already is not counted.
    public var duration: MediaTime?
    /// Keeps only so much of the recording's end, 1 s to 24 h; nil: all of it.
    public var keptLength: MediaTime?
    /// Whether a small copy of its frames is written along, for a preview that seeks at once. A recording of which
    /// only the end is kept has none.
    public var hasProxy = true
    /// Whether application audio and microphone are mixed into a track of their own as well, which an export that takes
    /// both can copy; nil: where both are recorded. A resumed recording has one where it had one.
    public var hasMix: Bool?
    /// Whether it is noted beside the movie where the pointer is and which of its buttons are pressed, never any keys; not while
    /// the recording is paused or covered. A recording of which only the end is kept cannot have it.
    public var recordsPointer = false
    /// True if the pointer's cursor is seen in the recording.
    public var showsCursor = true
    /// What the recording is called, if anything.
    public var name: String?
    /// The recording to go on with, in place of a new one; its size and its tracks stay as they were, and one whose
    /// audio is not among `audio` goes on in silence.
    public var resumed: RecordingID?
    /// Whether the recording of a window goes on with its last frame after the window was closed; otherwise it ends 10 s
    /// later, with `RecordingFacts.Ending.Reason.windowClosed`.
    public var outlivesWindow = false
    /// A file that the recorder's log is added to, besides `log.txt` in the recording's folder; nil: that of `$REPLAY_LOG`, if
    /// any.
    public var log: String?
    /// Whether the log has more in it, and goes to standard error as well.
    public var isVerbose = false
    /// Whether the recording goes on when the program that began it ends.
    public var isDetached = false
    /// Whether the user has agreed to be recorded; nothing is recorded otherwise. Ask before you set it.
    public var hasConsent = false
    /// Where the recordings are; nil: see `RecordingLibrary.defaultHome`.
    public var home: String?

    /// What `framesPerSecond` may be.
    public static let frameRates = 1...240
    /// The most characters of a name.
    public static let maxNameLength = 200

    /// The whole screen of `$DISPLAY`, with application audio, covered while a password manager is visible.
    public init() {}
}

extension RecordingConfiguration {
    /// The same, with paths that hold wherever the recorder works.
    var withAbsolutePaths: RecordingConfiguration {
        var configuration = self
        configuration.coverImage = coverImage.map(Self.absolute)
        configuration.log = log.map(Self.absolute)
        return configuration
    }

    private static func absolute(_ path: String) -> String {
        guard !path.isAbsolutePath, let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(path: folder) + "/" + path
    }
}

extension RecordingConfiguration {
    /// - Throws: `RecorderError.Kind.invalid` for the first thing that cannot be.
    package func validate() throws(RecorderError) {
        if !Self.frameRates.contains(framesPerSecond) {
            throw RecorderError(.invalid, "the frame rate must be between 1 and 240 (got \(framesPerSecond))")
        }
        if let duration, duration < .milliseconds(100) {
            throw RecorderError(.invalid, "the duration must be at least 0.1 s (got \(duration.seconds) s)")
        }
        if let keptLength, !(.milliseconds(1000) ... .milliseconds(86_400_000)).contains(keptLength) {
            throw RecorderError(.invalid, "the buffer must be between 1 s and 24 h (got \(keptLength.seconds) s)")
        }
        if resumed != nil, keptLength != nil {
            throw RecorderError(.invalid, "a resumed recording cannot become a buffer")
        }
        if recordsPointer, keptLength != nil {
            throw RecorderError(.invalid, "a buffer has no pointer positions: leave out one or the other")
        }
        if Set(audio).count != audio.count {
            throw RecorderError(.invalid, "an audio source can be recorded only once")
        }
        if hasMix == true, audio.count < 2, resumed == nil {
            throw RecorderError(.invalid, "a mix needs application audio and microphone")
        }
        if let name { try Self.validate(name: name) }
        try checkScreenSystem()
    }

    /// - Throws: `RecorderError.Kind.forbidden` where the user has not agreed, or the administrator does not allow it.
    package func checkPermission() throws(RecorderError) {
        try RecordingPolicy.check(self)
        guard hasConsent else {
            throw RecorderError(.forbidden, "not recording: the user was not asked for consent")
        }
    }

    /// - Throws: `RecorderError.Kind.invalid` for what cannot be the name of a recording or a mark.
    package static func validate(name: String) throws(RecorderError) {
        let hasControlCharacter = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if hasControlCharacter || name.count > maxNameLength {
            throw RecorderError(
                .invalid, "a name has at most \(maxNameLength) characters, none of them a control character")
        }
    }
}
