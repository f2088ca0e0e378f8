/// An error of Replay's: a category, and one sentence that says what failed, on what, why, and what to do.
///
/// The sentence begins in lower case, unless a name begins it, and has no full stop: it is put behind “replay: ”.
public protocol CategorizedError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    var category: ErrorCategory { get }
}
