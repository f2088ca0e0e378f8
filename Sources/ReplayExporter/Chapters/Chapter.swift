import MediaTime

/// A named part of an edit.
struct Chapter: Sendable, Equatable {
    /// What it is called, where somebody named it.
    var title: String?
    /// Where it stands in the edit, in milliseconds; never empty.
    var range: TimeRange
}
