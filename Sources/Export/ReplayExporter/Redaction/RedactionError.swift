public import ReplayErrors
public import ReplayLibrary

/// A redaction that fails. Except for `stillFound` and `notSearched`, the movie and the edit are as they were.
public enum RedactionError: CategorizedError {
    /// The recording is being written, or redacted, by another process; its name.
    case busy(String)
    /// Its writer was killed, and it was not repaired yet; its name.
    case interrupted(String)
    /// Parts of its movie cannot be read, or are not as they were recorded; its name.
    case damaged(String)
    /// Frames cannot be encoded so that they fit the others.
    case frames(Rendering.Obstacle)
    /// Audio of this codec, by FFmpeg's name, cannot be encoded so that it fits the rest.
    case codec(String)
    /// The recording has none of the audio that was to be removed; nil: none at all.
    case noAudio(AudioSource?)
    /// Nothing is shown or heard in the range.
    case nothing
    /// What was written is not what was meant, so that it did not replace the movie; what is wrong.
    case notAsPlanned(String)
    /// The movie was replaced, but another file of the recording, whose path this is, still holds what was removed.
    case stillFound(String)
    /// The movie was replaced, but not all files could be searched for what was removed; why.
    case notSearched(String)

    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch self {
        case .busy: .temporary
        case .interrupted, .damaged, .frames, .codec, .noAudio, .nothing: .badData
        case .notAsPlanned, .stillFound, .notSearched: .failed
        }
    }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .busy(let name):
            "“\(name)” cannot be redacted: it is being recorded, or another process is using it; try again when that has ended"
        case .interrupted(let name): "“\(name)” cannot be redacted: it was interrupted; run “replay recover” first"
        case .damaged(let name):
            "“\(name)” cannot be redacted: its movie is damaged, so nobody can say what would be left; export it with a cover, "
                + "and discard the recording"
        case .frames(let obstacle):
            "it cannot be redacted: \(obstacle.text); export it with a cover, import that, and discard the recording"
        case .codec(let name):
            "its audio cannot be redacted: it is \(name), and only AAC-LC can be; export it with that muted, import that, and "
                + "discard the recording"
        case .noAudio(nil): "the recording has no audio; nothing is redacted"
        case .noAudio(let source?):
            "the recording has no \(source == .application ? "application audio" : "microphone") of its own; redact all of its "
                + "audio by “--audio all”"
        case .nothing: "nothing is shown or heard in that range; nothing is redacted"
        case .notAsPlanned(let what): "nothing was redacted, for what was written is not as it should be: \(what)"
        case .stillFound(let path):
            "the movie is redacted, but \(path), which is no file of Replay’s, still holds what was removed from it"
        case .notSearched(let reason):
            "the movie is redacted, but the library could not be searched for what was removed: \(reason)"
        }
    }
}
