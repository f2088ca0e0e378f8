/// The time limit for events that a test waits for.
///
/// The limit ends a test that hangs, and measures nothing: a busy machine may take minutes for a second's work.
public enum WaitLimit {
    /// The limit, in seconds.
    public static let seconds = 300
}
