import ReplayLibrary

/// The body of a page's request that says what it looks at.
struct PageMessage: Decodable {
    /// The recording that the page looks at, or nil for none.
    let watch: RecordingID?
}
