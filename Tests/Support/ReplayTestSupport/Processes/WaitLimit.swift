/// How long a test waits for what has to come.
///
/// It ends a test that hangs, and measures nothing: a busy machine may take minutes for what a quiet one does in one second.
public enum WaitLimit {
    /// In seconds.
    public static let seconds = 300
}
