/// Which Replay this is.
public enum ReplayVersion {
    /// Its number, by the rules of semantic versioning.
    public static let name = "0.1.0"
}
