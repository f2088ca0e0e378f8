public import ReplayControl
import FFmpeg
import Threads
import ReplayMovie
public import ReplayLibrary

extension ScreenRecorder {
    /// How long a killed recorder may take to end, in milliseconds.
    private static let killLimit: Int32 = 2_000

    /// Ends a recorder that does not answer, by SIGKILL, and brings the recording to its end: what it had written is kept.
    ///
    /// Only for a recording of which `attach(to:)` says `RecorderError.Kind.unresponsive`.
    /// - Parameters:
    ///   - recording: its recorder is ended.
    ///   - library: the one that the recording is in.
    /// - Returns: the recording, with its ending.
    /// - Throws: `RecorderError.Kind.unresponsive` where the recorder is no process that this one can see or kill;
    ///   `FileSystemError`, `MovieError`, `DocumentError` where the recording cannot be repaired.
    public static func endByForce(_ recording: Recording, in library: RecordingLibrary) async throws -> Recording {
        try await WorkerThread.run("end") {
            guard let holder = try LockHolder.find(of: recording) else {
                guard recording.state == .recording else { return try repaired(recording, in: library) }
                throw unreachable(recording, "it is in another container or on another host")
            }
            guard holder.end(within: killLimit) else { throw unreachable(recording, "it waits for a disk") }
            return try repaired(recording, in: library)
        }
    }

    private static func repaired(_ recording: Recording, in library: RecordingLibrary) throws -> Recording {
        _ = try library.repair(recording)
        return try library.recording(recording.id)
    }

    private static func unreachable(_ recording: Recording, _ reason: String) -> RecorderError {
        RecorderError(
            .unresponsive, "the recorder of “\(recording.displayName)” does not answer and cannot be ended: \(reason)")
    }
}
