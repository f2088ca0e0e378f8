import ArgumentParser
import Replay

/// `replay status`
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is being recorded.", discussion: "Example: replay status")

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        var statuses: [RecordingStatus] = []
        for recording in try chosen() where recording.state == .recording {
            if let status = await status(of: recording) { statuses.append(status) }
        }
        if output.json { return try Output.json(statuses) }
        if statuses.isEmpty { return print("Nothing is being recorded.") }
        for status in statuses { print("\(status.id)  \(StatusLine(status).text.replacing("  q ends", with: ""))") }
    }

    private func chosen() throws -> [Recording] {
        argument.recording == nil ? try RecordingLibrary.open().recordings() : [try argument.find()]
    }

    private func status(of recording: Recording) async -> RecordingStatus? {
        guard let recorder = try? await ScreenRecorder.attach(to: recording) else { return nil }
        for await case .status(let status) in recorder.events { return status }
        return nil
    }
}
