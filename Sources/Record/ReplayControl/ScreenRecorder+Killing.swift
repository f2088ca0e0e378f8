package import ReplayLibrary

extension ScreenRecorder {
    /// The time limit for a killed recorder to end.
    private static let killLimit = Duration.seconds(2)

    /// Kills a recorder that does not answer, with SIGKILL. Its recording then counts as interrupted. Blocks.
    /// - Throws: `RecorderError.Kind.unresponsive` if the recorder's process is not visible or cannot be killed.
    package static func kill(_ recording: Recording) throws {
        guard let holder = try LockHolder.find(of: recording) else {
            guard recording.state() == .recording else { return }
            throw unreachable(recording, reason: "it is in another container or on another host")
        }
        guard holder.end(within: killLimit) else { throw unreachable(recording, reason: "it waits for a disk") }
    }

    private static func unreachable(_ recording: Recording, reason: String) -> RecorderError {
        RecorderError(
            .unresponsive,
            description: "the recorder of “\(recording.displayName)” does not answer and cannot be ended: \(reason)")
    }
}
