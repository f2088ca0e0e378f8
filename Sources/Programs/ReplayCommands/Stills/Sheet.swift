import ArgumentParser
import ReplayCommandLine
import ReplayComposition

/// `replay sheet`
struct Sheet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet",
        abstract: "Draw a contact sheet of the edit.",
        usage: "replay sheet [<recording>] [--columns <n>] [--rows <n>] [--tile-width <n>] [-o <file>]",
        discussion: """
            Draws evenly spaced frames of the edit with their times, and its audio below. Cuts are red. The time in brackets \
            is that in the recording.

            Example: replay sheet -o overview.png
            """)

    @OptionGroup var argument: RecordingArgument

    @Option(help: "The number of columns: 1 to 32.")
    var columns = 4

    @Option(help: "The number of rows: 1 to 32.")
    var rows = 3

    @Option(help: "The width of each frame, in pixels: 64 to 1920.")
    var tileWidth = 480

    func validate() throws {
        try ImageOptions.check("--columns", value: columns, range: 1...32)
        try ImageOptions.check("--rows", value: rows, range: 1...32)
        try ImageOptions.check("--tile-width", value: tileWidth, range: 64...1920)
    }

    @OptionGroup var image: ImageOptions
    @OptionGroup var sandbox: SandboxOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let session = try EditSession(try argument.find())
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        var sheet = ContactSheet()
        (sheet.columns, sheet.rows, sheet.tileWidth) = (columns, rows, tileWidth)
        try image.write(
            try sheet.image(of: session), name: "\(session.recording.fileName)-sheet", of: session.recording,
            output: output)
    }
}
