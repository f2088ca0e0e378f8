/// All recordings of a library, and the recordings that cannot be opened.
public struct LibraryContents: Sendable {
    /// The recordings, oldest first.
    public internal(set) var recordings: [Recording] = []
    /// The recordings that cannot be opened, oldest first.
    public internal(set) var damaged: [UnreadableRecording] = []
}

/// A recording whose folder or facts cannot be read.
public struct UnreadableRecording: Sendable, Identifiable {
    /// The identifier of the recording.
    public let id: RecordingID
    /// The reason, as a sentence without its full stop.
    public let reason: String
}
