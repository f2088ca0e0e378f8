public import ReplayControl
public import ReplayLibrary
import ReplayMovie
import Threads

extension ScreenRecorder {
    /// Kills a recorder that does not answer, with SIGKILL, and repairs the recording. The data that it has written is
    /// kept.
    ///
    /// Use it only for a recording for which `attach(to:)` throws `RecorderError.Kind.unresponsive`.
    /// - Parameters:
    ///   - recording: The recording whose recorder is killed.
    ///   - library: The library that contains the recording.
    /// - Returns: The recording, with its ending.
    /// - Throws: `RecorderError.Kind.unresponsive` if the recorder's process is not visible or cannot be killed. Also
    ///   `FileSystemError`, `MovieError`, `DocumentError` if the recording cannot be repaired.
    public static func endByForce(_ recording: Recording, in library: RecordingLibrary) async throws -> Recording {
        try await WorkerThread.run(named: "end") {
            try kill(recording)
            return try repaired(recording, in: library)
        }
    }

    private static func repaired(_ recording: Recording, in library: RecordingLibrary) throws -> Recording {
        _ = try library.repair(recording)
        return try library.recording(recording.id)
    }
}
