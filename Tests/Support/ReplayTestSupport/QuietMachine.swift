import Foundation

/// The promise that no other work delays the tests. A shared machine draws, plays and records late. With
/// `REPLAY_STRICT=1`, the tests also check the recorder's timing figures.
public enum QuietMachine {
    /// True if nothing else runs beside the tests.
    public static let isPromised = ProcessInfo.processInfo.environment["REPLAY_STRICT"] == "1"
}
