public import AudioSources
public import ReplayEditor
public import ReplayLibrary
package import ReplayMovie
public import ReplayTimeline

/// The recording, the edit and the settings of an export.
public struct ExportRequest: Sendable {
    /// The recording whose movie is read. It is never changed.
    public let recording: Recording
    /// The edit to export, or nil to export the whole recording.
    public package(set) var edit: Edit?
    /// The file format, the size and the encoder settings of the output.
    public let preset: Preset
    /// The place of the camera in the frame, if the recording has a camera, or nil to leave the camera out.
    public var camera: CameraPlacement? = .standard
    /// The method of rendering the frames: copied if possible, or all encoded.
    public var render = RenderMethod.auto
    /// The method of rendering the audio: copied if possible, or encoded.
    public var audioRender = AudioRenderMethod.auto
    /// The audio tracks to include, or nil for all tracks of the recording.
    public var audio: Set<AudioSource>?
    /// True if the output contains the recording's name and date.
    public var hasMetadata = true
    /// The additional contents of an HLS folder. In an export to a file, only the captions are used.
    public var extras = HLSExtras()
    /// The method of exporting the captions, if there are any.
    public var captionMethod = CaptionMethod.track
    /// The recording's movie if it is already open, or nil to open it for the export.
    package let movie: MovieReader?

    /// Creates a request for a recording. Set the other properties afterwards.
    public init(_ recording: Recording, edit: Edit? = nil, preset: Preset) {
        self.init(recording: recording, edit: edit, preset: preset, movie: nil)
    }

    /// Creates a request for a session's current edit and open movie.
    public init(_ session: EditSession, preset: Preset) {
        self.init(session, edit: session.edit, preset: preset)
    }

    /// Creates a request for a session's open movie with another edit.
    package init(_ session: EditSession, edit: Edit, preset: Preset) {
        self.init(recording: session.recording, edit: edit, preset: preset, movie: session.movie)
    }

    private init(recording: Recording, edit: Edit?, preset: Preset, movie: MovieReader?) {
        self.recording = recording
        self.edit = edit
        self.preset = preset
        self.movie = movie
    }
}
