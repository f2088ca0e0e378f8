public import ReplayErrors

/// No recording is meant by what was given.
public enum RecordingLookupError: CategorizedError {
    /// There are none at all.
    case none
    /// None has this id or name, or one that begins with it.
    case unknown(String)
    /// Several have this name, or an id or a name that begins with it.
    case ambiguous(String, [RecordingID])

    /// What kind of failure it is.
    public var category: ErrorCategory { .noInput }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch self {
        case .none: "there is no recording yet; make one with “replay record” or “replay import FILE”"
        case .unknown(let text): "there is no recording “\(text)”; “replay list” shows what there is"
        case .ambiguous(let text, let ids):
            "“\(text)” means several recordings: \(ids.prefix(4).map(\.description).joined(separator: ", "))"
        }
    }
}
