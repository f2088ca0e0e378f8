/// The version of Replay.
public enum ReplayVersion {
    /// The version number, by the rules of Semantic Versioning.
    public static let name = "0.1.0"
}
