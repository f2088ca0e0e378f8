import ArgumentParser
import ReplayCommandLine
import ReplayComposition

/// `replay waveform`
struct Waveform: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waveform",
        abstract: "Draw the recording’s audio tracks.",
        usage: "replay waveform [<recording>] [--width <n>] [--height <n>] [-o <file>] [--force] [--json]",
        discussion: """
            Draws the whole recording from left to right, with a row for each audio track; removed ranges are dark.

            Example: replay waveform -o audio.png
            """)

    @OptionGroup var argument: RecordingArgument

    @Option(help: "The width, in pixels: 64 to 16384.")
    var width = 1920

    @Option(help: "The height of each track, in pixels: 16 to 1080.")
    var height = 120

    func validate() throws {
        try ImageOptions.check("--width", value: width, range: 64...16_384)
        try ImageOptions.check("--height", value: height, range: 16...1080)
    }

    @OptionGroup var image: ImageOptions
    @OptionGroup var sandbox: SandboxOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = try EditSession(try argument.find())
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        var strip = FilmStrip()
        (strip.width, strip.height) = (width, height)
        guard let drawn = try strip.waveforms(of: session) else {
            throw StillsError.noAudio(session.recording.displayName)
        }
        try image.write(drawn, name: "\(session.recording.fileName)-waveform", of: session.recording, output: output)
    }
}
