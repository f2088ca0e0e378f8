import ArgumentParser
import Replay

/// `replay status`
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is being recorded.",
        discussion: """
            Ends with 0 where something is recorded or paused, with 1 where nothing is, with 75 where a recording \
            does not grow though it should.

            Example: replay status --quiet && echo "the screen is being recorded"
            """)

    @OptionGroup var argument: RecordingArgument

    @Flag(help: "Say it again at each change, until the recording has ended.")
    var watch = false

    @Flag(help: "Say nothing; the exit code tells.")
    var quiet = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        if watch { return try await follow() }
        var statuses: [RecordingStatus] = []
        for recording in try chosen() where recording.state == .recording {
            if let status = await status(of: recording) { statuses.append(status) }
        }
        if !quiet { try print(statuses) }
        if statuses.isEmpty { throw ExitCode(quiet ? 1 : 0) }
        if statuses.contains(where: { $0.state == .stalled }) { throw ExitCode(75) }
    }

    private func print(_ statuses: [RecordingStatus]) throws {
        if output.json { return try Output.json(statuses) }
        if statuses.isEmpty { Swift.print("Nothing is being recorded.") }
        for status in statuses { Swift.print("\(status.id)  \(StatusLine(status).text)") }
    }

    private func chosen() throws -> [Recording] {
        argument.recording == nil ? try RecordingLibrary.open().recordings() : [try argument.find()]
    }

    private func status(of recording: Recording) async -> RecordingStatus? {
        guard let recorder = try? await ScreenRecorder.attach(to: recording) else { return nil }
        for await case .status(let status) in recorder.events { return status }
        return nil
    }

    private func follow() async throws {
        let recording = try RecordingLibrary.open().running(argument.recording)
        defer { Terminal.clearLine() }
        for await event in try await ScreenRecorder.attach(to: recording).events {
            guard case .status(let status) = event, !quiet else { continue }
            if output.json { try Output.jsonLine(status) } else { Terminal.draw(StatusLine(status).text) }
        }
    }
}
