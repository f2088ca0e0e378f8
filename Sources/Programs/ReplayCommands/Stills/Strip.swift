import ArgumentParser
import ReplayCommandLine
import ReplayComposition

/// `replay strip`
struct Strip: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strip",
        abstract: "Draw the recording as a film strip.",
        usage: "replay strip [<recording>] [--width <n>] [--height <n>] [-o <file>] [--force] [--json]",
        discussion: """
            Draws the whole recording from left to right; removed ranges are dark.

            Example: replay strip --width 1200 -o strip.png
            """)

    @OptionGroup var argument: RecordingArgument

    @Option(help: "The width, in pixels: 64 to 16384.")
    var width = 1920

    @Option(help: "The height, in pixels: 16 to 1080.")
    var height = 90

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
        try image.write(
            try strip.frames(of: session), name: "\(session.recording.fileName)-strip", of: session.recording,
            output: output)
    }
}
