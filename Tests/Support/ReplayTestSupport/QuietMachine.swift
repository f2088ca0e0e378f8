import Foundation

/// A shared machine holds up what draws, plays and records; on a quiet one `REPLAY_STRICT=1` holds the recorder to its
/// figures, too.
public enum QuietMachine {
    /// Whether nothing else runs beside the tests.
    public static let isPromised = ProcessInfo.processInfo.environment["REPLAY_STRICT"] == "1"
}
