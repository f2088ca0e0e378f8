package import ArgumentParser
package import AudioSources
import MediaTime
import ReplayControl
import ReplayErrors
package import ReplayLibrary
package import Synchronization

/// `replay record`
package struct Record: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the screen until q, Ctrl-C or --duration.",
        discussion: """
            Asks before it records, unless the last answer is less than 8 minutes old or --consent is given. Prints the \
            recording’s id, or the path of the export. Keys: p pause, m mute, c cover, k mark, q end.

            Example: replay record --audio both --duration 30s --name demo
            """)

    @OptionGroup var capture: CaptureOptions

    @Option(help: "Stop after this duration, such as 90s or 1:30. Pauses do not count.")
    var duration: DurationArgument?

    @Option(help: "Keep only the last part, of this length, for “replay clip”.")
    var buffer: DurationArgument?

    @Option(help: ArgumentHelp("Count down before recording, from 3 or 10s.", valueName: "time"))
    var countdown: CountdownArgument?

    @Flag(name: .customLong("no-proxy"), help: "Do not write proxy.mp4, the small copy of the frames.")
    var hasNoProxy = false

    @Option(
        help: "Resume this recording; --duration is additional time.",
        completion: .recordings)
    var resume: String?

    @Option(help: "The name of the recording.")
    var name: String?

    @Flag(help: "Record in the background; “replay stop” ends the recording.")
    var detach = false

    @Flag(help: "Consent without being asked, for scripts.")
    var consent = false

    @OptionGroup var exported: RecordExportOptions

    @OptionGroup var log: LogOptions

    @OptionGroup var output: OutputOptions

    package func validate() throws {
        try Output.refuseMovieFile(insteadOf: "replay record -o")
        if detach, exported.path != nil {
            throw ValidationError("--detach cannot be combined with --output; export the recording after it has ended")
        }
    }

    package func run() async throws {
        let exporter = try exported.path == nil ? nil : movies
        let resumed = try resume.map { try RecordingLibrary.open().recording(matching: $0) }
        var configuration = try capture.configuration(
            resuming: resumed, with: resumed.map { try movies.audio(of: $0) })
        configuration.duration = duration?.time
        configuration.keptLength = buffer?.time
        configuration.hasProxy = !hasNoProxy
        configuration.resumed = resumed?.id
        configuration.name = try name.map { name in
            try RecordingLibrary.open().freeName(name) { Terminal.say("replay: \($0)") }
        }
        configuration.isDetached = detach
        log.apply(to: &configuration)
        try configuration.validate()
        try exporter?.check(exported)
        try ConsentGate.pass(&configuration, isGiven: consent)
        try await countdown?.run()
        let interrupts = await Interrupts.stream()
        let recorder = try await ScreenRecorder.start(configuration, onAsking: ShareOptions.tell)
        guard !detach else { return try report(recorder.id, ending: nil) }
        let watch = RecordingWatch(recorder, interrupts: interrupts)
        let ending = try await watch.run()
        // The sender of SIGTERM or SIGHUP waits for the end of the process and not for an export.
        let early = EarlyEnd(ending, of: recorder.id)
        // A recording that failed before its first frame has nothing to export.
        let isExported = watch.signal == nil && (early == nil || ending.frames > 0)
        if isExported, let exporter {
            // In this case the result is the export and not the id.
            Terminal.say("replay: \(ending.duration.timecode()) are kept as recording \(recorder.id)")
            try await exporter.export(recorder.id, options: exported, output: output)
        } else {
            try report(recorder.id, ending: ending)
            if let path = exported.path {
                let line = ShellWord.quoted(path)
                Terminal.say(
                    "replay: \(path) was not written; “replay export \(recorder.id) -o \(line)” writes it".printable)
            }
        }
        if let early { throw early }
        if let number = watch.signal { throw ExitCode(128 + number) }
    }

    /// True if the command needs `movies`.
    var needsMovies: Bool { resume != nil || exported.path != nil }

    private var movies: any MovieAccess {
        get throws {
            guard let movies = Self.movies.withLock({ $0 }) else { throw SiblingProgram.media.missing }
            return movies
        }
    }

    /// The access to movies. Nil in `replay`, which executes `replay-media` if it is needed.
    package static let movies = Mutex<(any MovieAccess)?>(nil)

    private func report(_ id: RecordingID, ending: RecordingFacts.Ending?) throws {
        guard output.json else { return print(id) }
        try Output.json(RecordReport(id: id, ending: ending))
    }

    package init() {}
}

private struct RecordReport: Encodable {
    let id: RecordingID
    let ending: RecordingFacts.Ending?
}

/// The access to movies, and so to FFmpeg, that `--resume` and `--output` of `replay record` need.
package protocol MovieAccess: Sendable {
    /// Returns the kinds of a recording's audio tracks, in their order.
    /// - Throws: An error if its movie cannot be read.
    func audio(of recording: Recording) throws -> [AudioSource]

    /// Checks before the recording begins that the export is possible.
    func check(_ options: RecordExportOptions) throws

    /// Exports a finished recording and prints the path.
    func export(_ id: RecordingID, options: RecordExportOptions, output: OutputOptions) async throws
}
