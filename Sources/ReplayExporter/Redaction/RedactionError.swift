public import ReplayErrors

/// A redaction that cannot be. The movie and the edit are as they were.
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
    /// The recording has none of the audio that was to be removed.
    case noAudio
    /// What was written is not what was meant, so that it did not replace the movie; what is wrong.
    case notAsPlanned(String)

    /// What kind of failure it is.
    public var category: ErrorCategory {
        switch self {
        case .busy: .temporary
        case .interrupted, .damaged, .frames, .codec: .badData
        case .noAudio: .noInput
        case .notAsPlanned: .failed
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
        case .noAudio: "the recording has no such audio; nothing is redacted"
        case .notAsPlanned(let what): "nothing was redacted, for what was written is not as it should be: \(what)"
        }
    }
}
