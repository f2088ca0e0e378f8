public import AudioSources
public import ReplayErrors
public import ReplayRendering

/// An error that occurs while redacting a recording. The movie and the edit are unchanged, except after `stillFound`
/// and `notSearched`.
public enum RedactionError: CategorizedError {
    /// Another process is recording or redacting the recording. The value is its name.
    case busy(String)
    /// The recorder was killed, and the recording is not repaired yet. The value is its name.
    case interrupted(String)
    /// Parts of the movie cannot be read, or are not as they were recorded. The value is the recording's name.
    case damaged(String)
    /// Frames cannot be encoded so that they match the rest of the stream. The value is the reason.
    case frames(Rendering.Obstacle)
    /// Audio of this codec cannot be encoded so that it matches the rest of the track. The value is FFmpeg's name of
    /// the codec.
    case codec(String)
    /// The recording does not have the audio to remove. The value is the missing source, or nil if there is no audio at
    /// all.
    case noAudio(AudioSource?)
    /// The range contains no frames and no audio.
    case nothing
    /// The new movie failed the check and did not replace the old one. The value describes the fault.
    case notAsPlanned(String)
    /// The movie was replaced, but another file in the recording's folder still has removed content. The value is its
    /// path.
    case stillFound(String)
    /// The movie was replaced, but not all files could be searched for the removed content. The value is the reason.
    case notSearched(String)

    /// The category of the failure.
    public var category: ErrorCategory {
        switch self {
        case .busy: .temporary
        case .interrupted, .damaged, .frames, .codec, .noAudio, .nothing: .badData
        case .notAsPlanned, .stillFound, .notSearched: .failed
        }
    }

    /// The error as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .busy(let name):
            "“\(name)” cannot be redacted: it is being recorded, or another process is using it; try again when that has ended"
        case .interrupted(let name): "“\(name)” cannot be redacted: it was interrupted; run “replay recover” first"
        case .damaged(let name):
            "“\(name)” cannot be redacted: its movie is damaged, so parts could remain; export it with a cover, "
                + "and discard the recording"
        case .frames(let obstacle):
            "the recording cannot be redacted: \(obstacle.text); export it with a cover, import the "
                + "export, and discard the recording"
        case .codec(let name):
            "the audio cannot be redacted: it is \(name), but only AAC-LC is supported; export the recording with this audio "
                + "muted, import the export, and discard the recording"
        case .noAudio(nil): "the recording has no audio; nothing was redacted"
        case .noAudio(let source?):
            "the recording has no separate \(source == .application ? "application audio" : "microphone") track; redact all "
                + "audio with “--audio all”"
        case .nothing: "the range has neither frames nor audio; nothing was redacted"
        case .notAsPlanned(let what): "nothing was redacted, because the new movie failed its check: \(what)"
        case .stillFound(let path):
            "the movie was redacted, but \(path), which is not a file of Replay, still contains what was removed"
        case .notSearched(let reason):
            "the movie was redacted, but the library could not be searched for the removed content: \(reason)"
        }
    }
}
