import ArgumentParser
import Replay

/// `replay record`
struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Record the screen until q, Ctrl-C or --duration.",
        discussion: "Prints the recording’s id.\n\nExample: replay record --audio both --duration 30s --name demo")

    @Option(help: "The X11 display. Default: $DISPLAY.")
    var display: String?

    @Option(help: "The sounds to record, each as a track of its own.")
    var audio = SoundChoice.app

    @Option(
        help: """
            A camera to record as a track of its own: /dev/video0, video0, or FORMAT:INPUT for another input of \
            FFmpeg’s.
            """)
    var camera: CameraArgument?

    @Option(help: "The most pictures a second, 1 to 240; a still screen takes fewer.")
    var fps = 60

    @Option(help: "End by itself after this long, such as 90s or 1:30.")
    var duration: DurationArgument?

    @Option(help: "What to call the recording.")
    var name: String?

    @Flag(help: "Return at once; the recording goes on until “replay stop”.")
    var detach = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        var configuration = RecordingConfiguration()
        configuration.display = display
        configuration.sounds = audio.sounds
        configuration.camera = camera?.input
        configuration.framesPerSecond = fps
        configuration.durationMilliseconds = duration?.milliseconds
        configuration.name = name
        configuration.isDetached = detach
        let interrupts = Interrupts.stream()
        let recorder = try await ScreenRecorder.start(configuration)
        guard !detach else { return try report(recorder.id, nil) }
        let ending = try await RecordingWatch(recorder, interrupts: interrupts).run()
        try report(recorder.id, ending)
        if let early = EarlyEnd(ending, of: recorder.id) { throw early }
    }

    private func report(_ id: RecordingID, _ ending: RecordingFacts.Ending?) throws {
        guard output.json else { return print(id) }
        try Output.json(RecordReport(id: id, ending: ending))
    }
}

private struct RecordReport: Encodable {
    let id: RecordingID
    let ending: RecordingFacts.Ending?
}
