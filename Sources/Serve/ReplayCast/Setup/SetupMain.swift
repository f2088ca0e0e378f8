import Descriptors
import Files
import Glibc
import ReplayBroadcast
import ReplayControl
import ReplayErrors
import SystemPackage

/// The main function of the process that runs a service's programs.
///
/// The process starts in the session of its owner, so that the set-up program can use the terminal. It then gets a
/// session of its own. Its connection is shared by the owner and the broadcast's process. It notices at the end of the
/// connection that both have ended.
enum SetupMain {
    /// Runs the programs.
    /// - Returns: The exit code, 0 or 64 if Replay did not start the process.
    static func run(_ owner: LineSocket, _ configuration: SetupConfiguration) -> Int32 {
        // The signals are blocked and not read: the owner alone decides when the programs end. The owner reports an error.
        guard let signals = try? SignalDescriptor() else { return 1 }
        defer { withExtendedLifetime(signals) {} }
        unsetenv(KeyFile.variable)
        guard let answer = SetupRun(owner, configuration).run() else { return 0 }
        setsid()
        SetupAftermath(owner, configuration, answer).run()
        return 0
    }
}
