import ArgumentParser
import Replay

/// `replay status`
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what is being recorded.",
        discussion: """
            Ends with 0 where something is recorded or paused, with 1 where nothing is, with 75 where a recording \
            does not grow though it should, or its recorder does not answer within 2 s.

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
        let reports = try await StatusReport.all(of: chosen().filter { $0.state == .recording })
        if !quiet { try print(reports) }
        if reports.isEmpty { throw ExitCode(quiet ? 1 : 0) }
        if reports.contains(where: \.isTrouble) { throw ExitCode(75) }
    }

    private func print(_ reports: [StatusReport]) throws {
        if output.json { return try Output.json(reports) }
        if reports.isEmpty { Swift.print("Nothing is being recorded.") }
        for report in reports { Swift.print(report.text) }
    }

    private func chosen() throws -> [Recording] {
        argument.recording == nil ? try RecordingLibrary.open().recordings() : [try argument.find()]
    }

    private func follow() async throws {
        let recording = try RecordingLibrary.open().running(argument.recording)
        defer { Terminal.clearLine() }
        let recorder = try await ScreenRecorder.attach(to: recording)
        for await event in recorder.events {
            if case .lost = event { throw recorder.lost }
            guard case .status(let status) = event, !quiet else { continue }
            if output.json { try Output.jsonLine(status) } else { Terminal.draw(StatusLine(status).text) }
        }
    }
}
