public import ReplayControl
public import ReplayLibrary
import ReplayMovie
import Threads

extension ScreenRecorder {
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
            try kill(recording)
            return try repaired(recording, in: library)
        }
    }

    private static func repaired(_ recording: Recording, in library: RecordingLibrary) throws -> Recording {
        _ = try library.repair(recording)
        return try library.recording(recording.id)
    }
}
