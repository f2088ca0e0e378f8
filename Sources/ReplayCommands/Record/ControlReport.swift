import Replay

/// What a command says that changes a running recording.
enum ControlReport {
    /// - Parameter reference: the recording; nil: the latest that is being made.
    static func run(
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
