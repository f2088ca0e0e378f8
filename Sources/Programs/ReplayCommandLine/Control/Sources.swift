package import ArgumentParser
import ReplayControl

/// `replay sources`
package struct Sources: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List what can be recorded.",
        discussion: """
            Monitors and windows for “record --monitor” and “--window”, microphones for “--mic”, applications that \
            play audio for “--app”. On Wayland, monitors and windows cannot be listed, only whether the desktop’s dialog \
            offers them.

            Example: replay sources
            """)

    @Option(help: "The X11 display. Default: $DISPLAY.")
    var display: String?

    @OptionGroup var output: OutputOptions

    package func run() throws {
        let report = try SourcesReport(display: display)
        if output.json { return try Output.json(report) }
        var table = Table(["KIND", "NAME", "WHAT"])
        for row in report.rows { table.add(row) }
        print(table.text)
    }

    package init() {}
}
