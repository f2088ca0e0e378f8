import ArgumentParser
import Glibc
import ReplayCommandLine

/// `replay play`
struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Show the edit in a video player.",
        discussion: """
            Exports the edit to a private file (fast if frames can be copied), plays it, and removes it when the player ends. \
            Without --player, uses the first installed one of mpv, vlc, ffplay and totem, else the desktop’s program for MP4 \
            files.

            Example: replay play 20261121 --player mpv
            """)

    @Option(help: "The player: a program that accepts a file.")
    var player: String?

    @OptionGroup var argument: RecordingArgument
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let session = try EditSession(try argument.find())
        if let warning = session.warning { Terminal.say("replay: \(warning)") }
        let player = try Player.find(player)
        let copy = try PlayCopy(of: session)
        defer { copy.remove() }
        try await copy.export()
        // The player decides what Ctrl-C does; a handler, unlike SIG_IGN, is not passed on to it.
        signal(SIGINT) { _ in }
        try await player.show(copy.path)
        if output.json { try Output.json(PlayReport(id: session.recording.id, player: player.program)) }
    }
}

private struct PlayReport: Encodable {
    let id: RecordingID
    let player: String
}
