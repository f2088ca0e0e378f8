import ArgumentParser
import Replay

/// `replay stop`
struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "End a recording; returns when its movie is whole.", discussion: "Example: replay stop")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let recording = try RecordingLibrary.open().running(argument.recording)
        let ending = try await ScreenRecorder.attach(to: recording).stop()
        if output.json { try Output.json(ending) } else { print("\(recording.id)  \(ending.duration.timecode())") }
        if let early = EarlyEnd(ending, of: recording.id) { throw early }
    }
}

extension RecordingLibrary {
    /// The recording that is meant by a command to its recorder: by default the latest that is being made.
    func running(_ reference: String?) throws -> Recording {
        guard reference == nil else {
            let recording = try recording(matching: reference)
            guard recording.state == .recording else {
                throw RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
            }
            return recording
        }
        guard let running = try recordings().last(where: { $0.state == .recording }) else {
            throw RecorderError(.notRecording, "nothing is being recorded")
        }
        return running
    }
}
