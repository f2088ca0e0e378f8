public import AudioSources
import Glibc
public import MediaTime
public import ReplayLibrary
public import ReplaySources

/// The settings of a recording: what to record, and how.
public struct RecordingConfiguration: Codable, Sendable {
    /// The X11 display in the form of `$DISPLAY`. If nil, `screenSystem` decides between `$DISPLAY` and the desktop
    /// portal.
    public var display: String?
    /// True to record the X11 display even in a Wayland session, where it shows only the windows of X11 programs.
    public var usesX11 = false
    /// True if the desktop portal asks its user only once what to share. The next recording with this setting shares
    /// the same source. Invalid for an X11 display.
    public var remembersShare = false
    /// True to ask the desktop for keys that pause, cover, mark and stop the recording, whatever program has the focus.
    public var usesShortcuts = false
    /// The part of the display to record. If its size changes later, it is scaled to fit the size at the start.
    public var target = CaptureTarget.screen
    /// The window classes (`WM_CLASS`) that cover the recording. It is covered while a window of such a class is in the
    /// frame.
    public var coverClasses = PrivateWindowClasses.passwordManagers
    /// The path of an image that replaces the screen while it is covered, scaled to fit the canvas on black. Nil for a
    /// plain grey image.
    public var coverImage: String?
    /// The audio sources to record, each in its own track.
    public var audio: [AudioSource] = [.application]
    /// The camera to record in its own track, or nil for none.
    public var camera: CameraInput?
    /// The application whose audio is recorded, by its name, its program's name or its process id. Nil for all
    /// applications.
    public var application: String?
    /// True to record silence until the application begins to play. Otherwise the recording does not begin if it plays
    /// nothing.
    public var waitsForApplication = false
    /// The microphone, by its name or a part of its description. Nil for the default one.
    public var microphone: String?
    /// The maximum frame rate, in frames per second, in 1...240. A screen that changes less often yields fewer frames.
    public var framesPerSecond = 60
    /// The length after which the recording ends by itself, at least 0.1 s, without pauses. Nil for no limit. For a
    /// resumed recording, its previous length is not counted.
    public var duration: MediaTime?
    /// The length that is kept, from the recording's end back, 1 s to 24 h. Nil to keep everything.
    public var keptLength: MediaTime?
    /// True to write a small copy of the frames as well, in which the preview seeks without delay. A recording that
    /// keeps only its end has no such copy.
    public var hasProxy = true
    /// True to mix application audio and microphone into an additional track, which an export of both can copy. If nil,
    /// the mix is written if both are recorded. A resumed recording has a mix only if it had one before.
    public var hasMix: Bool?
    /// True to store the pointer's position and its pressed buttons beside the movie. Nothing is stored
    /// while the recording is paused or covered. Not available for a recording that keeps only its end.
    public var recordsPointer = false
    /// True to store shortcuts beside the movie: chords with Ctrl, Alt or Super, and keys such as Esc and F5. Keys that type
    /// characters are never stored. Nothing is stored while the recording is paused or covered, or while a window that asks for a
    /// password has the focus. Only for X11 displays, and not for a recording that keeps only its end.
    public var recordsKeys = false
    /// True if the pointer is left out of the frames and its shapes are stored, so that an edit can change how it is
    /// shown. Valid only with `recordsPointer`. On Wayland, the desktop must report the pointer.
    public var keepsPointerApart = false
    /// True if the recording shows the pointer's cursor.
    public var showsCursor = true
    /// The name of the recording, or nil.
    public var name: String?
    /// The recording to continue, or nil to begin a new one. Its size and tracks do not change. A track whose source is
    /// not in `audio` continues with silence.
    public var resumed: RecordingID?
    /// True if the recording of a window continues with the window's last frame after the window is closed. Otherwise
    /// it ends 10 s later with `RecordingFacts.Ending.Reason.windowClosed`.
    public var outlivesWindow = false
    /// A file to which the recorder appends its log, besides `log.txt` in the recording's folder. Nil for the file of
    /// `$REPLAY_LOG`, if any.
    public var log: String?
    /// True to log more, and to log to standard error as well.
    public var isVerbose = false
    /// True if the recording continues after the program that began it ends.
    public var isDetached = false
    /// True if the user has agreed to be recorded. Ask before you set it: without consent nothing is recorded.
    public var hasConsent = false
    /// The home of the library. Nil for `RecordingLibrary.defaultHome`.
    public var home: String?

    /// The valid range of `framesPerSecond`.
    public static let frameRates = 1...240
    /// The maximum length of a name, in characters.
    public static let maxNameLength = 200

    /// Creates the default configuration: the whole screen with application audio, covered while a password manager is
    /// visible.
    public init() {}
}

extension RecordingConfiguration {
    /// The way in which the recording shows the pointer.
    package var pointerCapture: PointerCapture {
        guard showsCursor else { return .hidden }
        return recordsPointer && keepsPointerApart ? .apart : .inFrames
    }
}

extension RecordingConfiguration {
    /// A copy with absolute paths, which are valid in the recorder's working directory too.
    var withAbsolutePaths: RecordingConfiguration {
        var configuration = self
        configuration.coverImage = coverImage?.absolutePath
        configuration.log = log?.absolutePath
        return configuration
    }
}

extension RecordingConfiguration {
    /// - Throws: `RecorderError.Kind.invalid` for the first invalid setting.
    package func validate() throws(RecorderError) {
        if !Self.frameRates.contains(framesPerSecond) {
            throw RecorderError(
                .invalid, description: "the frame rate must be between 1 and 240 (got \(framesPerSecond))")
        }
        if let duration, duration < .milliseconds(100) {
            throw RecorderError(
                .invalid, description: "the duration must be at least 0.1 s (got \(duration.seconds) s)")
        }
        if let keptLength, !(.milliseconds(1000) ... .milliseconds(86_400_000)).contains(keptLength) {
            throw RecorderError(
                .invalid, description: "the buffer must be between 1 s and 24 h (got \(keptLength.seconds) s)")
        }
        if resumed != nil, keptLength != nil {
            throw RecorderError(.invalid, description: "a resumed recording cannot become a buffer")
        }
        if keepsPointerApart, !recordsPointer || !showsCursor {
            throw RecorderError(
                .invalid, description: "a pointer that is kept apart must be recorded and shown")
        }
        if recordsPointer, keptLength != nil {
            throw RecorderError(.invalid, description: "a buffer cannot record the pointer: leave out one of them")
        }
        if recordsKeys, keptLength != nil {
            throw RecorderError(.invalid, description: "a buffer cannot record shortcuts: leave out one of them")
        }
        if Set(audio).count != audio.count {
            throw RecorderError(.invalid, description: "an audio source can be recorded only once")
        }
        if hasMix == true, audio.count < 2, resumed == nil {
            throw RecorderError(.invalid, description: "a mix requires application audio and a microphone")
        }
        if let name { try Self.validate(name: name) }
        try checkScreenSystem()
    }

    /// - Throws: `RecorderError.Kind.forbidden` if the user has not agreed or the administrator's policy forbids the
    ///   recording.
    package func checkPermission() throws(RecorderError) {
        try RecordingPolicy.check(self)
        guard hasConsent else {
            throw RecorderError(.forbidden, description: "not recording: the user was not asked for consent")
        }
    }

    /// Checks the name of a recording or a mark.
    /// - Throws: `RecorderError.Kind.invalid` if the name is too long or contains a control character.
    package static func validate(name: String) throws(RecorderError) {
        let hasControlCharacter = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        if hasControlCharacter || name.count > maxNameLength {
            throw RecorderError(
                .invalid, description: "a name must have at most \(maxNameLength) characters and no control characters")
        }
    }
}
