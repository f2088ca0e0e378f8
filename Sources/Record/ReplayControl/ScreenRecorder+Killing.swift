package import ReplayLibrary

extension ScreenRecorder {
    /// How long a killed recorder may take to end.
    private static let killLimit = Duration.seconds(2)

    /// Ends a recorder that does not answer, by SIGKILL. Its recording is then one that was interrupted. Blocks.
    /// - Throws: `RecorderError.Kind.unresponsive` where the recorder is no process that this one can see or kill.
    package static func kill(_ recording: Recording) throws {
        guard let holder = try LockHolder.find(of: recording) else {
            guard recording.state == .recording else { return }
            throw unreachable(recording, "it is in another container or on another host")
        }
        guard holder.end(within: killLimit) else { throw unreachable(recording, "it waits for a disk") }
    }

    private static func unreachable(_ recording: Recording, _ reason: String) -> RecorderError {
        RecorderError(
            .unresponsive, "the recorder of “\(recording.displayName)” does not answer and cannot be ended: \(reason)")
    }
}
