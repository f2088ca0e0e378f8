public import ReplayErrors

/// An error that occurs if a reference does not name exactly one recording.
public enum RecordingLookupError: CategorizedError {
    /// The library has no recordings.
    case none
    /// No recording has this id or name, or an id or name that begins with it.
    case unknown(String)
    /// Several recordings have this name, or an id or a name that begins with it.
    case ambiguous(String, [RecordingID])

    /// The category of the failure.
    public var category: ErrorCategory { .noInput }

    /// A sentence for the user that says what is wrong, without its full stop.
    public var description: String {
        switch self {
        case .none: "there is no recording yet; make one with “replay record” or “replay import FILE”"
        case .unknown(let text): "there is no recording “\(text)”; “replay list” lists the recordings"
        case .ambiguous(let text, let ids):
            "“\(text)” matches several recordings: \(ids.prefix(4).map(\.description).joined(separator: ", "))"
        }
    }
}
