package import ArgumentParser
import MediaTime
import ReplayControl
import ReplayErrors
import ReplayLibrary

/// `replay status`
package struct Status: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is being recorded.",
        discussion: """
            A problem that did not end the recording follows “!”. With --watch, a terminal shows one line that is updated; \
            a pipe or a file gets a line for each change.

            Exit codes: 0 if something is being recorded or is paused; 1 if nothing is; 75 if a movie does not grow as it \
            should, or a recorder does not answer within 2 s.

            Example: replay status --quiet && echo "the screen is being recorded"
            """)

    @OptionGroup var argument: RecordingArgument

    @Flag(help: "Print again at each change, until the recording ends.")
    var watch = false

    @Flag(help: "Print nothing; the exit code is the result.")
    var quiet = false

    @OptionGroup var output: OutputOptions

    package func run() async throws {
        if watch { return try await follow() }
        let reports = try await StatusReport.all(of: chosen())
        if !quiet { try print(reports) }
        if reports.isEmpty { throw ExitCode.failure }
        if reports.contains(where: \.isTrouble) { throw ExitCode(ErrorCategory.temporary.exitCode) }
    }

    private func print(_ reports: [StatusReport]) throws {
        if output.json { return try Output.json(reports) }
        if reports.isEmpty { Swift.print("Nothing is being recorded.") }
        for report in reports { Swift.print(report.text) }
    }

    private func chosen() throws -> [Recording] {
        guard argument.recording != nil else { return try RecordingLibrary.open().recordingsInProgress() }
        return [try argument.find()].filter { $0.state() == .recording }
    }

    private func follow() async throws {
        let chosen = try chosen()
        guard let recording = chosen.last else {
            if !quiet { try print([]) }
            throw ExitCode.failure
        }
        defer { Terminal.clearLine() }
        let recorder = try await ScreenRecorder.attach(to: recording)
        var watch = StatusWatch(name: recording.facts.name)
        for await event in recorder.events {
            if case .lost = event { throw recorder.lostError() }
            guard !quiet else { continue }
            switch event {
            case .status(let status) where output.json: try Output.jsonLine(status)
            case .status(let status): watch.show(status)
            case .ended(let ending) where !output.json: watch.show(ending, of: recording.id)
            case .discarded where !output.json: Output.line("\(recording.id)  discarded")
            default: continue
            }
        }
    }

    package init() {}
}
