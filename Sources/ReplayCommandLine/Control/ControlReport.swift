import MediaTime
package import ReplayControl
package import ReplayLibrary
import ReplaySources

/// What a command says that changes a running recording.
package enum ControlReport {
    /// - Parameter reference: the recording; nil: the latest that is being made.
    package static func run(
        _ reference: String?, _ output: OutputOptions,
        _ change: (ScreenRecorder) async throws -> RecorderChange
    ) async throws {
        let recording = try RecordingLibrary.open().running(reference)
        let result = try await change(try await ScreenRecorder.attach(to: recording))
        if output.json { return try Output.json(result) }
        let hint = result.isChanged ? "" : "  (unchanged)"
        print("\(recording.id)  \(result.time.timecode())\(hint)")
    }
}

extension RecordingLibrary {
    /// The recording that is meant by a command to its recorder: by default the latest that is being made.
    package func running(_ reference: String?) throws -> Recording {
        guard reference == nil else {
            let recording = try recording(matching: reference)
            guard recording.state == .recording else {
                throw RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
            }
            return recording
        }
        guard let running = try latestRunning() else {
            throw RecorderError(.notRecording, "nothing is being recorded")
        }
        return running
    }

    /// The latest that is being made, if any.
    package func latestRunning() throws -> Recording? { try recordingsInProgress().last }
}

/// A command to a recorder that is at work. It answers within 2 s, so it leaves the repair of other recordings, which may take
/// longer, to the commands that read them.
package protocol ControlsRecorder {}

extension Status: ControlsRecorder {}
extension Pause: ControlsRecorder {}
extension Resume: ControlsRecorder {}
extension Mute: ControlsRecorder {}
extension Unmute: ControlsRecorder {}
extension Cover: ControlsRecorder {}
extension Uncover: ControlsRecorder {}
extension Mark: ControlsRecorder {}
